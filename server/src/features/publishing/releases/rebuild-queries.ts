import { sql } from 'kysely';
import { type Db, jsonb, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type {
  BooksTable,
  FinalTestsTable,
  MaterialsTable,
  QuestionsTable,
  TestsTable,
} from '../../../schema/tables.ts';
import type { MaterialContent } from '../../lectures/material-content.ts';
import type { Manifest } from '../manifest.ts';

export interface StoredQuestion
  extends Pick<QuestionsTable, 'key' | 'question' | 'imageKey' | 'justification' | 'justificationImageKey'> {
  readonly owner: string;
  readonly page: number | null;
  readonly section: string | null;
  readonly keepOrder: boolean;
  readonly choices: readonly {
    answer: string;
    identity: string;
    imageKey: string | null;
    correct: boolean;
  }[];
}
type Person = {
  name: string;
  title: string;
  biography: string;
  disclosure: string;
  image_key: string | null;
};

export interface StoredBook {
  readonly book: Pick<
    BooksTable,
    | 'id'
    | 'slug'
    | 'edition'
    | 'language'
    | 'title'
    | 'author'
    | 'featured'
    | 'priceCents'
    | 'releaseDate'
    | 'reviewDate'
    | 'expiryDate'
    | 'coverKey'
    | 'coverWidth'
    | 'coverHeight'
    | 'coverColor'
    | 'brief'
    | 'audience'
    | 'disclosures'
    | 'frontMatterFirstPage'
    | 'frontMatterLastPage'
    | 'numberOfAuthors'
    | 'numberOfSpeakers'
    | 'revision'
    | 'readableUntil'
  > & {
    readonly category: string;
    readonly readingHours: number;
    readonly learningObjectives: string[];
    readonly sources: string[];
    readonly faculty: Person[];
    readonly seniorEditors: Person[];
    readonly samples: { key: string }[];
    readonly certificate: Manifest['certificate'] | null;
    readonly accessibility: Record<string, unknown> | null;
    readonly replacedEdition: string | null;
  };
  readonly authors: string[];
  readonly editors: string[];
  readonly packages: string[];
  readonly programs: string[];
  readonly chapters: Manifest['chapters'];
  readonly materials: (Pick<
    MaterialsTable,
    'key' | 'page' | 'type' | 'title' | 'description' | 'diagnosis' | 'speaker'
  > & {
    readonly durationSeconds: number | null;
    readonly content: MaterialContent;
  })[];
  readonly quizzes: { id: string; key: string; page: number; title: string; keepOrder: boolean }[];
  readonly tests: (Pick<
    TestsTable,
    'id' | 'key' | 'title' | 'note' | 'isMandatory' | 'prePage' | 'postPage'
  > & {
    readonly keepOrder: boolean;
    readonly sections: Manifest['tests'][number]['sections'];
  })[];
  readonly finalTest:
    | (Pick<FinalTestsTable, 'id' | 'note' | 'review' | 'retakePauseMinutes' | 'questionsPerAttempt'> & {
        keepOrder: boolean;
      })
    | null;
  readonly questions: StoredQuestion[];
  readonly survey: { title: string; questions: StoredSurveyQuestion[] } | null;
}
export interface StoredSurveyQuestion {
  readonly key: string;
  readonly question: string;
  readonly type: string;
  readonly single: boolean;
  readonly choices: string[];
}

/** What readers see of a book whose release was not stored; null if it was. */
export const findUnkeptBook = (db: Db, bookId: string): Promise<{ stored: StoredBook } | null> =>
  maybeOne(
    db,
    sql<{ stored: StoredBook }>`select json_build_object(
      'book', json_build_object('id', b.id, 'slug', b.slug, 'edition', b.edition, 'language', b.language,
        'title', b.title, 'author', b.author, 'featured', b.featured, 'priceCents', b.price_cents,
        'releaseDate', b.release_date, 'reviewDate', b.review_date, 'expiryDate', b.expiry_date,
        'coverKey', b.cover_key, 'coverWidth', b.cover_width, 'coverHeight', b.cover_height,
        'coverColor', b.cover_color, 'brief', b.brief, 'audience', b.audience, 'disclosures', b.disclosures,
        'frontMatterFirstPage', b.front_matter_first_page, 'frontMatterLastPage', b.front_matter_last_page,
        'numberOfAuthors', b.number_of_authors, 'numberOfSpeakers', b.number_of_speakers, 'revision', b.revision,
        'readableUntil', b.readable_until, 'readingHours', b.reading_hours,
        'category', (select name from categories c where c.id = b.category_id),
        'learningObjectives', b.learning_objectives, 'sources', b.sources, 'faculty', b.faculty,
        'seniorEditors', b.senior_editors, 'samples', b.samples, 'certificate', b.certificate,
        'accessibility', b.accessibility,
        'replacedEdition', (select o.edition from books o where o.id = b.old_version_book_id and o.slug = b.slug)),
      'authors', array(select email from book_assignments a where a.book_id = b.id and role = 'author' order by email),
      'editors', array(select email from book_assignments a where a.book_id = b.id and role = 'editor' order by email),
      'packages', array(select p.slug from packages p join package_books pb on pb.package_id = p.id
        where pb.book_id = b.id and r.packages ? p.slug order by p.slug),
      'programs', array(select p.slug from programs p join program_books pb on pb.program_id = p.id
        where pb.book_id = b.id and r.programs ? p.slug order by p.slug),
      'chapters', (select coalesce(json_agg(json_build_object('key', c.key, 'title', c.title,
        'first_page', c.first_page, 'last_page', c.last_page) order by c.position), '[]') from chapters c where c.book_id = b.id),
      'materials', (select coalesce(json_agg(json_build_object('key', m.key, 'page', m.page, 'type', m.type,
        'title', m.title, 'description', m.description, 'diagnosis', m.diagnosis, 'speaker', m.speaker,
        'durationSeconds', m.duration_seconds, 'content', m.content) order by m.page, m.position), '[]')
        from materials m where m.book_id = b.id and m.retired_at is null),
      'quizzes', (select coalesce(json_agg(json_build_object('id', q.id, 'key', q.key, 'page', q.page,
        'title', q.title, 'keepOrder', q.keep_question_order) order by q.page, q.key), '[]')
        from quizzes q where q.book_id = b.id and q.retired_at is null),
      'tests', (select coalesce(json_agg(json_build_object('id', t.id, 'key', t.key, 'title', t.title, 'note', t.note,
        'isMandatory', t.is_mandatory, 'prePage', t.pre_page, 'postPage', t.post_page,
        'keepOrder', t.keep_question_order, 'sections', (select coalesce(json_agg(json_strip_nulls(json_build_object(
          'key', s.key, 'name', s.name, 'first_page', s.first_page, 'message', s.message)) order by s.position), '[]')
          from test_sections s where s.test_id = t.id and s.retired_at is null)) order by t.pre_page, t.key), '[]')
        from tests t where t.book_id = b.id and t.retired_at is null),
      'finalTest', (select json_build_object('id', f.id, 'note', f.note, 'review', f.review,
        'retakePauseMinutes', f.retake_pause_minutes, 'questionsPerAttempt', f.questions_per_attempt,
        'keepOrder', f.keep_question_order) from final_tests f where f.book_id = b.id and f.retired_at is null),
      'questions', (select coalesce(json_agg(json_build_object('owner', coalesce(q.quiz_id, q.test_id, q.final_test_id),
        'key', q.key, 'question', q.question, 'imageKey', q.image_key, 'justification', q.justification,
        'justificationImageKey', q.justification_image_key, 'page', q.page_number,
        'section', (select s.key from test_sections s where s.id = q.section_id), 'keepOrder', q.keep_choice_order,
        'choices', (select coalesce(json_agg(json_build_object('answer', c.answer, 'identity', c.identity,
          'imageKey', c.image_key, 'correct', c.correct) order by c.position), '[]')
          from choices c where c.question_id = q.id and c.retired_at is null)) order by q.position), '[]')
        from questions q where q.book_id = b.id and q.retired_at is null),
      'survey', (select json_build_object('title', s.title, 'questions', (select coalesce(json_agg(json_build_object(
        'key', q.key, 'question', q.question, 'type', q.question_type, 'single', q.is_mcq_single_choice,
        'choices', array(select c.answer_choice from survey_choices c
          where c.survey_question_id = q.id and c.retired_at is null order by c.position)) order by q.position), '[]')
        from survey_questions q where q.survey_id = s.id and q.retired_at is null))
        from surveys s where s.book_id = b.id and s.retired_at is null)) as stored
    from books b join releases r on r.book_id = b.id and r.revision = b.revision
    where b.id = ${bookId} and r.manifest is null`,
  );

/** Stores the pages as rows, with the printed numbers and contents that the PDF would give. */
export async function takeOverPages(
  tx: Tx,
  { bookId, revision, pdf }: { bookId: string; revision: number; pdf: string },
): Promise<void> {
  await sql`insert into pdf_pages (work_id, number, page, width, height, text, stored)
    select book_id, ${revision}::int, page_number, width, height, text, true from book_pages where book_id = ${bookId}
    on conflict (work_id, number, page) do nothing`.execute(tx);
  await sql`update page_sets set asset_hash = ${pdf},
      labels = (select coalesce(jsonb_agg(label order by page_number), '[]') from book_pages where book_id = ${bookId}),
      outline = (select coalesce(jsonb_agg(jsonb_build_object('depth', depth, 'title', title, 'page', page_number)
        order by position), '[]') from outline_entries where book_id = ${bookId})
    where work_id = ${bookId} and number = ${revision}`.execute(tx);
}

export async function updateRebuilt(
  tx: Tx,
  { bookId, revision, manifest }: { bookId: string; revision: number; manifest: Manifest },
): Promise<boolean> {
  const row = await maybeOne(
    tx,
    sql`update releases r set manifest = ${jsonb(manifest)},
        page_runs = (select s.runs from page_sets s where s.work_id = r.book_id and s.number = r.revision)
      from books b where b.id = r.book_id and b.revision = r.revision and r.book_id = ${bookId}
        and r.revision = ${revision} and r.manifest is null returning 1`,
  );
  return row !== null;
}

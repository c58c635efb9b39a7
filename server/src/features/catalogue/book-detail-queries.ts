import type { BookAccessibility } from '@vesalius/contract/book-accessibility';
import type { Subject } from '@vesalius/contract/catalogue-parts';
import { MATERIAL_TYPE } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, maybeOne } from '../../platform/database/database.ts';
import type { BooksTable } from '../../schema/tables.ts';
import { type CardRow, cardColumns } from './book-rows.ts';

/** Stored by the importer; fields with `_key` are file keys. */
export interface StoredPerson {
  readonly name: string;
  readonly title?: string | null;
  readonly image_key?: string | null;
  readonly biography?: string | null;
  readonly disclosure?: string | null;
}
interface StoredCertificate {
  readonly title: string;
  readonly description: string;
  readonly hours_of_participation: number;
  readonly credits?: number | null;
  readonly provider?: string | null;
  readonly accreditation_statement?: string | null;
  readonly designation_statement?: string | null;
}

interface StoredPublisher {
  readonly name: string;
  readonly imprint: string | null;
  readonly logo_key: string | null;
  readonly website: string | null;
  readonly contact_email: string | null;
}

export interface DetailRow
  extends CardRow,
    Pick<
      BooksTable,
      | 'slug'
      | 'edition'
      | 'brief'
      | 'audience'
      | 'disclosures'
      | 'frontMatterFirstPage'
      | 'frontMatterLastPage'
      | 'reviewDate'
      | 'expiryDate'
      | 'readingHours'
      | 'publishedAt'
      | 'withdrawnAt'
      | 'readableUntil'
      | 'isbnPrint'
      | 'isbnElectronic'
      | 'doi'
    > {
  readonly subjects: Subject[];
  readonly publisher: StoredPublisher | null;
  readonly learningObjectives: string[];
  readonly sources: string[];
  readonly faculty: readonly StoredPerson[];
  readonly seniorEditors: readonly StoredPerson[];
  readonly samples: readonly { id: string; key: string }[];
  readonly lectures: BooksTable['numberOfLectures'];
  readonly quizzes: BooksTable['numberOfQuizzes'];
  readonly tests: BooksTable['numberOfTests'];
  readonly authors: BooksTable['numberOfAuthors'];
  readonly speakers: BooksTable['numberOfSpeakers'];
  readonly certificate: StoredCertificate | null;
  readonly accessibility: BookAccessibility;
  /** PayPal's plan for the current price; null until somebody pays by PayPal. */
  readonly paypalPlanId: string | null;
  readonly surveyId: string | null;
  readonly hasFinalTest: boolean;
  readonly chapters: readonly { id: string; title: string; first_page: number; last_page: number }[];
  readonly oldVersionId: BooksTable['oldVersionBookId'];
  readonly newVersion: { id: string; title: string } | null;
}

/** Reads only the lengths of the texts, because a large book has thousands. */
const knownAccessibility = sql`(
  select jsonb_build_object(
    'pages_with_text', (select count(*) from book_pages p where p.book_id = b.id and octet_length(p.text) > 0),
    'videos', count(*) filter (where m.type = ${MATERIAL_TYPE.video}),
    'captioned_videos', count(*) filter (where m.type = ${MATERIAL_TYPE.video}
      and jsonb_array_length(m.content -> 'captions') > 0),
    'described_videos', count(*) filter (where m.type = ${MATERIAL_TYPE.video}
      and jsonb_array_length(m.content -> 'descriptions') > 0),
    'images', coalesce(sum(jsonb_array_length(m.content -> 'images')) filter (where m.type = ${MATERIAL_TYPE.image}), 0),
    'images_with_alternative', coalesce(sum(jsonb_array_length(
      jsonb_path_query_array(m.content, '$.images[*] ? (@.alt != "")'))) filter (where m.type = ${MATERIAL_TYPE.image}), 0))
  from materials m where m.book_id = b.id and m.retired_at is null)`;

/** The data of a book that is the same for all users, published or not: the caller decides who may see it. */
export const findDetail = (db: Db, bookId: string, now: Date): Promise<DetailRow | null> =>
  maybeOne(
    db,
    sql<DetailRow>`
      select ${cardColumns}, b.slug, b.edition, b.brief, b.audience, b.disclosures,
        b.learning_objectives as "learningObjectives", b.sources, b.faculty, b.senior_editors as "seniorEditors",
        b.isbn_print as "isbnPrint", b.isbn_electronic as "isbnElectronic", b.doi, b.subjects,
        (select jsonb_build_object('name', p.name, 'imprint', p.imprint, 'logo_key', p.logo_key, 'website', p.website,
          'contact_email', p.contact_email) from publishers p where p.id = b.publisher_id) as publisher,
        b.samples, b.front_matter_first_page as "frontMatterFirstPage",
        b.front_matter_last_page as "frontMatterLastPage", b.review_date as "reviewDate",
        b.expiry_date as "expiryDate", b.reading_hours as "readingHours", b.number_of_lectures as lectures,
        b.number_of_quizzes as quizzes, b.number_of_tests as tests, b.number_of_authors as authors,
        b.number_of_speakers as speakers, b.certificate,
        jsonb_build_object('stated', b.accessibility, 'known', ${knownAccessibility}) as accessibility,
        (select l.plan_id from paypal_plans l
          where l.book_id = b.id and l.yearly_cents = b.price_cents and l.first_year_cents is null
            and l.key not like '%-upfront-%'
          order by l.created_at desc limit 1) as "paypalPlanId",
        b.published_at as "publishedAt", b.withdrawn_at as "withdrawnAt", b.old_version_book_id as "oldVersionId",
        b.readable_until as "readableUntil",
        (select s.id from surveys s where s.book_id = b.id and s.retired_at is null
          and exists (select 1 from survey_questions q where q.survey_id = s.id and q.retired_at is null)) as "surveyId",
        exists (select 1 from final_tests f where f.book_id = b.id and f.retired_at is null) as "hasFinalTest",
        (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'title', h.title, 'first_page', h.first_page,
            'last_page', h.last_page) order by h.position), '[]'::jsonb)
          from chapters h where h.book_id = b.id) as chapters,
        (select jsonb_build_object('id', n.id, 'title', n.title) from books n
          where n.old_version_book_id = b.id and n.published_at <= ${now}
          order by n.published_at desc limit 1) as "newVersion"
      from books b join categories c on c.id = b.category_id
      where b.id = ${bookId}`,
  );

import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import type { BooksTable, FinalTestsTable, QuestionsTable } from '../../schema/tables.ts';
import type { KeyEntry } from './scoring.ts';

/** The kinds of papers. Both turns of a chapter test use the questions of the test. */
export type PaperKind = 'quiz' | 'test' | 'final';
export interface Paper {
  readonly kind: PaperKind;
  readonly id: string;
}
export interface ChoiceRow {
  readonly id: string;
  readonly answer: string;
  readonly imageKey: string | null;
  readonly correct: boolean;
  readonly retired: boolean;
}
export interface QuestionRow
  extends Pick<
    QuestionsTable,
    | 'question'
    | 'justification'
    | 'justificationImageKey'
    | 'pageNumber'
    | 'sectionId'
    | 'points'
    | 'keepChoiceOrder'
  > {
  readonly id: string;
  readonly imageKey: string | null;
  readonly retired: boolean;
  readonly choices: readonly ChoiceRow[];
}

const ofPaper = ({ kind, id }: Paper): RawBuilder<unknown> =>
  ({
    quiz: sql`q.quiz_id = ${id}`,
    test: sql`q.test_id = ${id}`,
    final: sql`q.final_test_id = ${id}`,
  })[kind];

const questionColumns = sql`q.id, q.question, q.image_key as "imageKey", q.justification,
  q.justification_image_key as "justificationImageKey", q.page_number as "pageNumber",
  q.section_id as "sectionId", q.points,
  q.retired_at is not null as retired, q.keep_choice_order as "keepChoiceOrder",
  coalesce((select json_agg(json_build_object('id', c.id, 'answer', c.answer, 'imageKey', c.image_key,
      'correct', c.correct, 'retired', c.retired_at is not null) order by c.position, c.id)
    from choices c where c.question_id = q.id), '[]'::json) as choices`;

/** In the order of the book; also retired questions, for attempts that answered them. */
export function listQuestions(db: Db, paper: Paper): Promise<QuestionRow[]> {
  return many(
    db,
    sql<QuestionRow>`select ${questionColumns} from questions q where ${ofPaper(paper)} order by q.position, q.id`,
  );
}

export function findQuestion(db: Db, questionId: string): Promise<QuestionRow | null> {
  return maybeOne(
    db,
    sql<QuestionRow>`select ${questionColumns} from questions q where q.id = ${questionId}`,
  );
}

/** Only what grading needs, without texts. */
export function listKey(db: Db, paper: Paper): Promise<KeyEntry[]> {
  return many(
    db,
    sql<KeyEntry>`
      select q.id as "questionId", q.points, array_agg(c.id) as "choiceIds",
        (array_agg(c.id) filter (where c.correct))[1] as "correctId"
      from questions q join choices c on c.question_id = q.id and c.retired_at is null
      where ${ofPaper(paper)} and q.retired_at is null
      group by q.id`,
  );
}

export interface FinalTestRow
  extends Pick<FinalTestsTable, 'id' | 'bookId' | 'note' | 'retakePauseMinutes' | 'keepQuestionOrder'> {
  readonly bookTitle: BooksTable['title'];
  readonly hasCertificate: boolean;
  /** The key is hidden until an attempt reaches the percentage for the certificate. */
  readonly hidesKey: boolean;
  /** How many questions are drawn per attempt; null = all are asked. */
  readonly questionsPerAttempt: FinalTestsTable['questionsPerAttempt'];
}
/** For a final test `f` and its book `b`. */
const hidesKey = sql`coalesce(f.review = 'after_certificate', b.certificate is not null)`;
export const finalTestColumns = sql`f.id, f.book_id as "bookId", b.title as "bookTitle",
  b.certificate is not null as "hasCertificate", f.note, ${hidesKey} as "hidesKey",
  f.retake_pause_minutes as "retakePauseMinutes", f.keep_question_order as "keepQuestionOrder",
  f.questions_per_attempt as "questionsPerAttempt"`;

/** Whether the key of the question `q`, which this reader has answered in a final test, is still hidden. */
export const isKeyHidden = (userId: string): RawBuilder<unknown> => sql`exists (
  select 1 from final_tests f join books b on b.id = f.book_id
  where f.id = q.final_test_id and ${hidesKey} and not exists (
    select 1 from attempts a where a.user_id = ${userId} and a.kind = 'final' and a.subject_id = f.id
      and a.score * 100 >= a.total * ${CERTIFICATE_MIN_PERCENT}::integer))`;
export function findFinalTest(db: Db, bookId: string): Promise<FinalTestRow | null> {
  return maybeOne(
    db,
    sql<FinalTestRow>`
      select ${finalTestColumns} from final_tests f join books b on b.id = f.book_id
      where f.book_id = ${bookId} and f.retired_at is null`,
  );
}

/** The book of a quiz, test, final test or survey that is not retired. */
export async function findBookOfSubject(
  db: Db,
  kind: PaperKind | 'survey',
  id: string,
): Promise<string | null> {
  const table = sql.table({ quiz: 'quizzes', test: 'tests', final: 'final_tests', survey: 'surveys' }[kind]);
  const row = await maybeOne(
    db,
    sql<{ bookId: string }>`select book_id as "bookId" from ${table} where id = ${id} and retired_at is null`,
  );
  return row?.bookId ?? null;
}

export async function listQuestionsById(db: Db, ids: readonly string[]): Promise<QuestionRow[]> {
  if (ids.length === 0) return [];
  return many(
    db,
    sql<QuestionRow>`select ${questionColumns} from questions q where q.id = any(${[...ids]}::uuid[])`,
  );
}

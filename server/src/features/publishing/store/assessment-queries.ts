import { sql } from 'kysely';
import { jsonb, many, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { ChoicesTable, QuestionsTable } from '../../../schema/tables.ts';

/* Quizzes, tests, questions, choices and the survey. Rows are recognized by their keys and never deleted. */

interface Keyed {
  readonly id: string;
  readonly key: string;
}
const idsByKey = (rows: readonly Keyed[]) => new Map(rows.map(({ key, id }) => [key, id]));

export async function upsertQuizzes(
  tx: Tx,
  bookId: string,
  quizzes: readonly { key: string; page: number; title: string; keepQuestionOrder: boolean }[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = quizzes.map((quiz) => ({ ...quiz, id: newId() }));
  await sql`update quizzes set retired_at = ${now} where book_id = ${bookId} and retired_at is null
    and key <> all(${rows.map(({ key }) => key)})`.execute(tx);
  return idsByKey(
    await many(
      tx,
      sql<Keyed>`
        insert into quizzes (id, book_id, key, page, title, keep_question_order)
        select x.id, ${bookId}::uuid, x.key, x.page, x.title, x."keepQuestionOrder"
        from jsonb_to_recordset(${jsonb(rows)})
          as x(id uuid, key text, page int, title text, "keepQuestionOrder" boolean)
        on conflict (book_id, key) do update set page = excluded.page, title = excluded.title,
          keep_question_order = excluded.keep_question_order, retired_at = null
        returning id, key`,
    ),
  );
}

export interface TestFields {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly isMandatory: boolean;
  readonly prePage: number;
  readonly postPage: number;
  readonly keepQuestionOrder: boolean;
}

export async function upsertTests(
  tx: Tx,
  bookId: string,
  tests: readonly TestFields[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = tests.map((test) => ({ ...test, id: newId() }));
  await sql`update tests set retired_at = ${now} where book_id = ${bookId} and retired_at is null
    and key <> all(${rows.map(({ key }) => key)})`.execute(tx);
  return idsByKey(
    await many(
      tx,
      sql<Keyed>`
        insert into tests (id, book_id, key, title, note, is_mandatory, pre_page, post_page,
          keep_question_order)
        select x.id, ${bookId}::uuid, x.key, x.title, x.note, x."isMandatory", x."prePage", x."postPage",
          x."keepQuestionOrder"
        from jsonb_to_recordset(${jsonb(rows)}) as x(id uuid, key text, title text, note text,
          "isMandatory" boolean, "prePage" int, "postPage" int, "keepQuestionOrder" boolean)
        on conflict (book_id, key) do update set title = excluded.title, note = excluded.note,
          is_mandatory = excluded.is_mandatory, pre_page = excluded.pre_page, post_page = excluded.post_page,
          keep_question_order = excluded.keep_question_order, retired_at = null
        returning id, key`,
    ),
  );
}

export async function upsertSections(
  tx: Tx,
  testId: string,
  sections: readonly { key: string; name: string; first_page: number; message?: string | undefined }[],
  now: Date,
): Promise<Map<string, string>> {
  const rows = sections.map((section, index) => ({ ...section, id: newId(), position: index + 1 }));
  await sql`update test_sections set retired_at = ${now} where test_id = ${testId} and retired_at is null
    and key <> all(${rows.map(({ key }) => key)})`.execute(tx);
  return idsByKey(
    await many(
      tx,
      sql<Keyed>`
        insert into test_sections (id, test_id, key, position, name, first_page, message)
        select x.id, ${testId}::uuid, x.key, x.position, x.name, x.first_page, x.message
        from jsonb_to_recordset(${jsonb(rows)})
          as x(id uuid, key text, position int, name text, first_page int, message text)
        on conflict (test_id, key) do update set position = excluded.position, name = excluded.name,
          first_page = excluded.first_page, message = excluded.message, retired_at = null
        returning id, key`,
    ),
  );
}

export interface FinalTestFields {
  readonly note: string;
  readonly review: string | null;
  readonly retakePauseMinutes: number;
  readonly keepQuestionOrder: boolean;
  readonly questionsPerAttempt: number | null;
}

/** The id of the final test, or null if the book has none (any more). */
export async function upsertFinalTest(
  tx: Tx,
  bookId: string,
  finalTest: FinalTestFields | null,
  now: Date,
): Promise<string | null> {
  if (!finalTest) {
    await sql`update final_tests set retired_at = ${now} where book_id = ${bookId} and retired_at is null`.execute(
      tx,
    );
    return null;
  }
  const [row] = await many(
    tx,
    sql<{ id: string }>`insert into final_tests (id, book_id, note, review, retake_pause_minutes,
        keep_question_order, questions_per_attempt)
      values (${newId()}, ${bookId}, ${finalTest.note}, ${finalTest.review}, ${finalTest.retakePauseMinutes},
        ${finalTest.keepQuestionOrder}, ${finalTest.questionsPerAttempt})
      on conflict (book_id) do update set note = excluded.note, review = excluded.review,
        retake_pause_minutes = excluded.retake_pause_minutes, keep_question_order = excluded.keep_question_order,
        questions_per_attempt = excluded.questions_per_attempt, retired_at = null returning id`,
  );
  return row!.id;
}

export interface StoredQuestion extends Pick<QuestionsTable, 'id' | 'key'> {
  /** The id of the quiz, test or final test that contains it. */
  readonly owner: string;
}

export async function listQuestions(tx: Tx, bookId: string): Promise<StoredQuestion[]> {
  return many(
    tx,
    sql<StoredQuestion>`select id, coalesce(quiz_id, test_id, final_test_id) as owner, key
      from questions where book_id = ${bookId}`,
  );
}

export interface QuestionFields {
  readonly id: string;
  readonly quizId: string | null;
  readonly testId: string | null;
  readonly finalTestId: string | null;
  readonly sectionId: string | null;
  readonly key: string;
  readonly position: number;
  readonly question: string;
  readonly imageKey: string | null;
  readonly justification: string;
  readonly justificationImageKey: string | null;
  readonly page: number | null;
  readonly keepChoiceOrder: boolean;
}

/** Retires all other questions of this book, in whichever quiz or test they were. */
export async function upsertQuestions(
  tx: Tx,
  bookId: string,
  questions: readonly QuestionFields[],
  now: Date,
): Promise<void> {
  await sql`
    insert into questions (id, book_id, quiz_id, test_id, final_test_id, section_id, key, position, question,
      image_key, justification, justification_image_key, page_number, keep_choice_order)
    select x.id, ${bookId}::uuid, x."quizId", x."testId", x."finalTestId", x."sectionId", x.key, x.position,
      x.question, x."imageKey", x.justification, x."justificationImageKey", x.page, x."keepChoiceOrder"
    from jsonb_to_recordset(${jsonb(questions)}) as x(id uuid, "quizId" uuid, "testId" uuid, "finalTestId" uuid,
      "sectionId" uuid, key text, position int, question text, "imageKey" text, justification text,
      "justificationImageKey" text, page int, "keepChoiceOrder" boolean)
    on conflict (id) do update set section_id = excluded.section_id, position = excluded.position,
      question = excluded.question, image_key = excluded.image_key, justification = excluded.justification,
      justification_image_key = excluded.justification_image_key, page_number = excluded.page_number,
      keep_choice_order = excluded.keep_choice_order, retired_at = null`.execute(tx);
  await sql`update questions set retired_at = ${now} where book_id = ${bookId} and retired_at is null
    and id <> all(${questions.map(({ id }) => id)}::uuid[])`.execute(tx);
}

export interface StoredChoice extends Pick<ChoicesTable, 'id' | 'questionId' | 'correct'> {
  readonly identity: string;
}

export async function listChoices(tx: Tx, bookId: string): Promise<StoredChoice[]> {
  return many(
    tx,
    sql<StoredChoice>`
      select c.id, c.question_id as "questionId", coalesce(nullif(c.identity, ''), c.answer) as identity, c.correct
      from choices c join questions q on q.id = c.question_id
      where q.book_id = ${bookId} order by c.retired_at is null desc, c.id`,
  );
}

export interface ChoiceFields {
  readonly id: string;
  readonly questionId: string;
  readonly position: number;
  readonly identity: string;
  readonly answer: string;
  readonly imageKey: string | null;
  readonly correct: boolean;
}

export async function upsertChoices(
  tx: Tx,
  questionIds: readonly string[],
  choices: readonly ChoiceFields[],
  now: Date,
): Promise<void> {
  await sql`
    insert into choices (id, question_id, position, identity, answer, image_key, correct)
    select x.id, x."questionId", x.position, x.identity, x.answer, x."imageKey", x.correct
    from jsonb_to_recordset(${jsonb(choices)}) as x(id uuid, "questionId" uuid, position int, identity text,
      answer text, "imageKey" text, correct boolean)
    on conflict (id) do update set position = excluded.position, identity = excluded.identity,
      answer = excluded.answer, image_key = excluded.image_key, correct = excluded.correct, retired_at = null`.execute(
    tx,
  );
  await sql`update choices set retired_at = ${now}
    where question_id = any(${[...questionIds]}::uuid[]) and retired_at is null
      and id <> all(${choices.map(({ id }) => id)}::uuid[])`.execute(tx);
}

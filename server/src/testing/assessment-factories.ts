/** Quizzes, chapter tests, final tests and surveys with their questions. Each factory creates the book that it needs. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { buildBook } from './factories.ts';

let counter = 0;
const next = () => ++counter;

/** A question with a correct and a wrong choice. */
export interface BuiltQuestion {
  readonly id: string;
  readonly right: string;
  readonly wrong: string;
  readonly choiceIds: readonly string[];
}
interface Parent {
  readonly bookId: string;
  readonly quizId?: string;
  readonly testId?: string;
  readonly finalTestId?: string;
  readonly sectionId?: string | undefined;
}

/** Its words occur nowhere else, so that a test can search the server's answers for the answer key. */
export async function buildQuestion(
  db: Db,
  parent: Parent,
  { key = `q${next()}`, choices = 4, page = 5 }: { key?: string; choices?: number; page?: number } = {},
): Promise<BuiltQuestion> {
  const id = newId();
  await sql`insert into questions (id, book_id, quiz_id, test_id, final_test_id, section_id, key, position, question,
      justification, justification_image_key, page_number)
    values (${id}, ${parent.bookId}, ${parent.quizId ?? null}, ${parent.testId ?? null}, ${parent.finalTestId ?? null},
      ${parent.sectionId ?? null}, ${key}, ${next()}, ${`What does ${key} ask?`}, ${`Justification of ${key}.`},
      ${`books/${parent.bookId}/justification-${id}.webp`}, ${page})`.execute(db);
  const choiceIds = Array.from({ length: choices }, () => randomUUID());
  const rightAt = next() % choices;
  for (const [index, choiceId] of choiceIds.entries())
    await sql`insert into choices (id, question_id, position, answer, correct)
      values (${choiceId}, ${id}, ${index + 1}, ${`Choice ${index + 1} of ${key}`}, ${index === rightAt})`.execute(
      db,
    );
  return {
    id,
    choiceIds,
    right: choiceIds[rightAt] as string,
    wrong: choiceIds[(rightAt + 1) % choices] as string,
  };
}

const buildQuestions = async (db: Db, parent: Parent, count: number) => {
  const questions: BuiltQuestion[] = [];
  for (let index = 0; index < count; index += 1) questions.push(await buildQuestion(db, parent));
  return questions;
};

export async function buildQuiz(
  db: Db,
  { bookId, page = 7, questions = 3 }: { bookId?: string; page?: number; questions?: number } = {},
) {
  const book = bookId ?? (await buildBook(db)).id;
  const id = newId();
  await sql`insert into quizzes (id, book_id, key, page, title)
    values (${id}, ${book}, ${`quiz-${next()}`}, ${page}, 'Quiz of the page')`.execute(db);
  return {
    id,
    bookId: book,
    page,
    questions: await buildQuestions(db, { bookId: book, quizId: id }, questions),
  };
}

/** Two sections; each gets half of the questions. */
export async function buildTest(
  db: Db,
  fields: {
    bookId?: string;
    prePage?: number;
    postPage?: number;
    mandatory?: boolean;
    questions?: number;
    message?: string;
  } = {},
) {
  const { prePage = 3, postPage = 20, mandatory = false, questions: count = 4 } = fields;
  const bookId = fields.bookId ?? (await buildBook(db)).id;
  const id = newId();
  await sql`insert into tests (id, book_id, key, title, note, is_mandatory, pre_page, post_page)
    values (${id}, ${bookId}, ${`test-${next()}`}, 'Chapter test', 'Read the chapter between the two turns.',
      ${mandatory}, ${prePage}, ${postPage})`.execute(db);
  const sectionIds = [newId(), newId()] as const;
  for (const [index, sectionId] of sectionIds.entries())
    await sql`insert into test_sections (id, test_id, key, position, name, first_page, message)
      values (${sectionId}, ${id}, ${`section-${index + 1}`}, ${index + 1}, ${`Section ${index + 1}`},
        ${prePage + index * 5}, ${fields.message ?? null})`.execute(db);
  const half = Math.ceil(count / 2);
  const questions = [
    ...(await buildQuestions(db, { bookId, testId: id, sectionId: sectionIds[0] }, half)),
    ...(await buildQuestions(db, { bookId, testId: id, sectionId: sectionIds[1] }, count - half)),
  ];
  return { id, bookId, prePage, postPage, questions };
}

export async function buildFinalTest(
  db: Db,
  { bookId, questions = 10 }: { bookId?: string; questions?: number } = {},
) {
  const book = bookId ?? (await buildBook(db)).id;
  const id = newId();
  await sql`insert into final_tests (id, book_id, note) values (${id}, ${book}, 'One hour is enough.')`.execute(
    db,
  );
  return {
    id,
    bookId: book,
    questions: await buildQuestions(db, { bookId: book, finalTestId: id }, questions),
  };
}

/** One question of each type: single choice, several choices, rating of five, open. */
export async function buildSurvey(db: Db, fields: { bookId?: string } = {}) {
  const bookId = fields.bookId ?? (await buildBook(db)).id;
  const id = newId();
  await sql`insert into surveys (id, book_id, title) values (${id}, ${bookId}, 'Your view of the book')`.execute(
    db,
  );
  const build = async (
    type: 'MCQ' | 'Rating' | 'OpenEnded',
    texts: readonly string[],
    isSingleChoice = true,
  ) => {
    const questionId = newId();
    await sql`insert into survey_questions (id, survey_id, key, position, question, question_type, is_mcq_single_choice)
      values (${questionId}, ${id}, ${`s${next()}`}, ${next()}, ${`A question of type ${type}`}, ${type}, ${isSingleChoice})`.execute(
      db,
    );
    const choiceIds: string[] = [];
    for (const [index, text] of texts.entries()) {
      const choiceId = newId();
      choiceIds.push(choiceId);
      await sql`insert into survey_choices (id, survey_question_id, position, answer_choice)
        values (${choiceId}, ${questionId}, ${index + 1}, ${text})`.execute(db);
    }
    return { id: questionId, choiceIds };
  };
  return {
    id,
    bookId,
    single: await build('MCQ', ['Yes', 'No']),
    several: await build('MCQ', ['Text', 'Figures', 'Lectures'], false),
    rating: await build('Rating', ['Excellent', 'Good', 'Fair', 'Poor', 'Bad']),
    open: await build('OpenEnded', []),
  };
}
export type BuiltSurvey = Awaited<ReturnType<typeof buildSurvey>>;

/** A complete answer to a built survey. */
export const surveyAnswers = (survey: BuiltSurvey) => [
  { survey_question_id: survey.single.id, survey_question_answer_choice_ids: [survey.single.choiceIds[0]] },
  {
    survey_question_id: survey.several.id,
    survey_question_answer_choice_ids: survey.several.choiceIds.slice(1),
  },
  { survey_question_id: survey.rating.id, rating: 5 },
  { survey_question_id: survey.open.id, open_ended_answer: 'Clear and exact.' },
];

import { type RawBuilder, sql } from 'kysely';
import { batched } from '../../platform/database/batch.ts';
import { type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import type { AttemptAnswersTable, AttemptsTable } from '../../schema/tables.ts';
import type { GradedAnswer } from './scoring.ts';

export type AttemptKind = 'quiz' | 'pre' | 'post' | 'final';
export interface AttemptOf {
  readonly userId: string;
  readonly kind: AttemptKind;
  readonly subjectId: string;
}
export type AttemptRow = Pick<AttemptsTable, 'id' | 'number' | 'score' | 'total' | 'submittedAt'>;
export type AnswerRow = Pick<
  AttemptAnswersTable,
  'attemptId' | 'questionId' | 'choiceId' | 'correct' | 'points'
>;

const attemptColumns = sql`a.id, a.number, a.score, a.total, a.submitted_at as "submittedAt"`;

/** The latest first. */
export function listAttempts(db: Db, { userId, kind, subjectId }: AttemptOf): Promise<AttemptRow[]> {
  return many(
    db,
    sql<AttemptRow>`select ${attemptColumns} from attempts a
      where a.user_id = ${userId} and a.kind = ${kind} and a.subject_id = ${subjectId} order by a.number desc`,
  );
}

/** Locks the row until the end of the transaction, so that two requests with the rest of a quiz wait for each other. */
export function lockAttempt(tx: Tx, { userId, kind, subjectId }: AttemptOf): Promise<AttemptRow | null> {
  return maybeOne(
    tx,
    sql<AttemptRow>`select ${attemptColumns} from attempts a
      where a.user_id = ${userId} and a.kind = ${kind} and a.subject_id = ${subjectId} and a.number = 1 for update`,
  );
}

export function findLastAttempt(db: Db, { userId, kind, subjectId }: AttemptOf): Promise<AttemptRow | null> {
  return maybeOne(
    db,
    sql<AttemptRow>`select ${attemptColumns} from attempts a
      where a.user_id = ${userId} and a.kind = ${kind} and a.subject_id = ${subjectId}
      order by a.number desc limit 1`,
  );
}

export function findAttempt(
  db: Db,
  { userId, kind, subjectId }: AttemptOf,
  number: number,
): Promise<AttemptRow | null> {
  return maybeOne(
    db,
    sql<AttemptRow>`select ${attemptColumns} from attempts a
      where a.user_id = ${userId} and a.kind = ${kind} and a.subject_id = ${subjectId} and a.number = ${number}`,
  );
}

export async function listAnswers(db: Db, attemptIds: readonly string[]): Promise<AnswerRow[]> {
  if (attemptIds.length === 0) return [];
  return many(
    db,
    sql<AnswerRow>`
      select attempt_id as "attemptId", question_id as "questionId", choice_id as "choiceId", correct, points
      from attempt_answers where attempt_id = any(${[...attemptIds]}::uuid[])`,
  );
}

/** Whether the attempt has an answer to every current question. */
export async function isSolved(db: Db, of: AttemptOf, questionIds: readonly string[]): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql<{ count: number }>`
      select count(*) as count from attempts a join attempt_answers n on n.attempt_id = a.id
      where a.user_id = ${of.userId} and a.kind = ${of.kind} and a.subject_id = ${of.subjectId} and a.number = 1
        and n.question_id = any(${[...questionIds]}::uuid[])`,
  );
  return row?.count === questionIds.length;
}

export interface NewAttempt extends AttemptOf {
  readonly bookId: string;
  readonly number: number;
  readonly answers: readonly GradedAnswer[];
  readonly score: number;
  readonly total: number;
  readonly at: Date;
}

/** One column of a table that is sent as a parameter; ids need no escaping, so the driver's search for it is avoided. */
const column = (values: readonly unknown[]): string => `{${values.join(',')}}`;

/** A wrong answer is first reviewed on the next day. */
const FIRST_REVIEW_MS = DAY_MS;

/**
 * Adds wrong answers to the review, but not those of a pre-test: its key is hidden until the post-test, and the review would show
 * it. `ids`: only for the statement's `attempt` rows that were stored.
 */
function cardsForWrong(
  attempts: readonly Pick<NewAttempt, 'userId' | 'bookId' | 'kind' | 'answers' | 'at'>[],
  ids?: readonly string[],
): RawBuilder<unknown> {
  const wrong = attempts.flatMap(({ kind, answers, ...of }, index) =>
    kind === 'pre'
      ? []
      : answers.flatMap(({ correct, questionId }) =>
          correct ? [] : [{ ...of, questionId, attemptId: ids?.[index] }],
        ),
  );
  if (wrong.length === 0) return sql``;
  const due = wrong.map(({ at }) => new Date(at.getTime() + FIRST_REVIEW_MS).toISOString());
  return sql`, cards as (
    insert into review_cards (user_id, question_id, book_id, due_at)
    select user_id, question_id, book_id, due_at from unnest(
      ${column(wrong.map(({ userId }) => userId))}::uuid[], ${column(wrong.map(({ questionId }) => questionId))}::uuid[],
      ${column(wrong.map(({ bookId }) => bookId))}::uuid[], ${column(due)}::timestamptz[]
      ${ids ? sql`, ${column(wrong.map(({ attemptId }) => attemptId))}::uuid[]` : sql``}
    ) as wrong (user_id, question_id, book_id, due_at${ids ? sql`, attempt_id` : sql``})
    ${ids ? sql`where attempt_id in (select id from attempt)` : sql``}
    on conflict (user_id, question_id) do update set due_at = least(review_cards.due_at, excluded.due_at)
  )`;
}

/**
 * Limits a statement to a few hundred rows, far below the statement timeout even on a busy machine. The database needs longer for
 * such rows than this process, so two concurrent statements use processors that one would leave idle; more and smaller ones gain
 * less (measured: docs/assessments.md).
 */
const BATCH_OPTIONS = { maxBatchSize: 8, concurrency: 2 };

/**
 * Stores the attempt with all its answers; returns false and stores nothing if that number is stored already. Waits for a
 * concurrent submission of the same number. One statement also stores all attempts that arrive while the database is busy: of a
 * submission that is sent many times, one is stored.
 */
export const insertAttempt = batched(
  async (db: Db, attempts: readonly NewAttempt[]): Promise<readonly boolean[]> => {
    const ids = attempts.map(() => newId());
    const answers = attempts.flatMap((attempt, index) =>
      attempt.answers.map((answer) => ({ attemptId: ids[index], ...answer })),
    );
    const stored = await many(
      db,
      sql<{ id: string }>`
        with attempt as (
          insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
          select * from unnest(
            ${column(ids)}::uuid[], ${column(attempts.map(({ userId }) => userId))}::uuid[],
            ${column(attempts.map(({ bookId }) => bookId))}::uuid[],
            ${column(attempts.map(({ kind }) => kind))}::text[],
            ${column(attempts.map(({ subjectId }) => subjectId))}::uuid[],
            ${column(attempts.map(({ number }) => number))}::integer[],
            ${column(attempts.map(({ score }) => score))}::integer[],
            ${column(attempts.map(({ total }) => total))}::integer[],
            ${column(attempts.map(({ at }) => at.toISOString()))}::timestamptz[])
          on conflict (user_id, kind, subject_id, number) do nothing
          returning id, user_id, kind, subject_id
        ), answers as (
          insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
          select given.* from unnest(
            ${column(answers.map(({ attemptId }) => attemptId))}::uuid[],
            ${column(answers.map(({ questionId }) => questionId))}::uuid[],
            ${column(answers.map(({ choiceId }) => choiceId))}::uuid[],
            ${column(answers.map(({ correct }) => correct))}::boolean[],
            ${column(answers.map(({ points }) => points))}::integer[]
          ) as given (attempt_id, question_id, choice_id, correct, points)
          where given.attempt_id in (select id from attempt)
        ), draft as (
          delete from answer_drafts d using attempt a
          where d.user_id = a.user_id and d.kind = a.kind and d.subject_id = a.subject_id
        )
        ${cardsForWrong(attempts, ids)}
        select id from attempt`,
    );
    const won = new Set(stored.map(({ id }) => id));
    return ids.map((id) => won.has(id));
  },
  BATCH_OPTIONS,
);

/**
 * For a locked attempt: stores answers to questions that have none yet. Deletes the draft when nothing is left to
 * answer.
 */
export async function addAnswers(
  tx: Tx,
  attemptId: string,
  attempt: Omit<NewAttempt, 'number'> & { complete: boolean },
): Promise<void> {
  const { userId, kind, subjectId, answers, score, total, at, complete } = attempt;
  await sql`
    with answers as (
      insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
      select ${attemptId}::uuid, given.* from unnest(
        ${column(answers.map(({ questionId }) => questionId))}::uuid[],
        ${column(answers.map(({ choiceId }) => choiceId))}::uuid[],
        ${column(answers.map(({ correct }) => correct))}::boolean[],
        ${column(answers.map(({ points }) => points))}::integer[]) as given
    ), draft as (
      delete from answer_drafts where ${complete} and user_id = ${userId} and kind = ${kind} and subject_id = ${subjectId}
    )
    ${cardsForWrong([attempt])}
    update attempts set score = score + ${score}, total = total + ${total}, submitted_at = ${at}
    where id = ${attemptId}`.execute(tx);
}

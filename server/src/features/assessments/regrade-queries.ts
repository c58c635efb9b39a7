import { sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { AttemptsTable, BooksTable } from '../../schema/tables.ts';
import { titleWithEdition } from '../commerce/edition-columns.ts';
import type { AttemptKind } from './attempt-queries.ts';

/** Answers that the current key grades differently. Retired questions and choices keep their grade. */
const gradedDifferently = (bookId: string) => sql`
  attempt_answers n
  join questions q on q.id = n.question_id and q.retired_at is null
  join choices c on c.id = n.choice_id and c.retired_at is null
  where q.book_id = ${bookId} and c.correct <> n.correct`;

export interface RegradeCounts {
  readonly questions: number;
  readonly answers: number;
  readonly attempts: number;
}
export function countRegradable(db: Db, bookId: string): Promise<RegradeCounts> {
  return one(
    db,
    sql<RegradeCounts>`
      select count(distinct n.question_id) as questions, count(*) as answers,
        count(distinct n.attempt_id) as attempts from ${gradedDifferently(bookId)}`,
  );
}

export interface RegradedAttempt extends Pick<AttemptsTable, 'id' | 'userId' | 'number' | 'total'> {
  readonly kind: AttemptKind;
  readonly before: number;
  readonly after: AttemptsTable['score'];
}

/** Locks the attempts in a fixed order, so that two regrades cannot deadlock; grades them; returns the new scores. */
export async function regradeAttempts(tx: Tx, bookId: string, now: Date): Promise<RegradedAttempt[]> {
  const attempts = await many(
    tx,
    sql<Pick<AttemptsTable, 'id'> & { before: AttemptsTable['score'] }>`
      select a.id, a.score as before from attempts a
      where a.id in (select n.attempt_id from ${gradedDifferently(bookId)}) order by a.id for update`,
  );
  if (attempts.length === 0) return [];
  const ids = attempts.map(({ id }) => id);
  await sql`
    update attempt_answers n set correct = c.correct, points = case when c.correct then q.points else 0 end
    from questions q, choices c
    where n.attempt_id = any(${ids}::uuid[]) and q.id = n.question_id and c.id = n.choice_id
      and q.retired_at is null and c.retired_at is null and c.correct <> n.correct`.execute(tx);
  const before = new Map(attempts.map((attempt) => [attempt.id, attempt.before]));
  const rows = await many(
    tx,
    sql<Omit<RegradedAttempt, 'before'>>`
      update attempts a set score = graded.score, regraded_at = ${now}
      from (select attempt_id, sum(points) as score from attempt_answers
        where attempt_id = any(${ids}::uuid[]) group by attempt_id) graded
      where a.id = graded.attempt_id
      returning a.id, a.user_id as "userId", a.kind, a.number, a.score as after, a.total`,
  );
  return rows.map((row) => ({ ...row, before: before.get(row.id) ?? row.after }));
}

export function findBookBySlug(
  db: Db,
  slug: string,
  edition?: string,
): Promise<{ id: string; title: string; edition: string } | null> {
  return maybeOne(
    db,
    sql<Pick<BooksTable, 'id' | 'title' | 'edition'>>`
      select id, title, edition from books where slug = ${slug}
        and (${edition ?? null}::text is null or edition = ${edition ?? null}) order by release_date desc limit 1`,
  );
}

export async function findBookTitle(db: Db, bookId: string): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<Pick<BooksTable, 'title'>>`select ${titleWithEdition} as title from books b where b.id = ${bookId}`,
  );
  return row?.title ?? null;
}

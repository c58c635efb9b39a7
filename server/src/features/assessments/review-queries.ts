import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { BooksTable, ReviewCardsTable } from '../../schema/tables.ts';
import { isKeyHidden } from './paper-queries.ts';

/** The scheduler's state of a card, with dates as text. */
export type CardMemory = Record<string, unknown>;
export interface CardRow {
  readonly questionId: string;
  readonly bookId: string;
  readonly bookTitle: BooksTable['title'];
  readonly dueAt: Date;
  readonly memory: CardMemory | null;
  readonly reviewedAt: Date | null;
  /** Of the last answer, if it was right: what it was scheduled from. */
  readonly ratedFrom: { readonly memory: CardMemory | null } | null;
}

/** Books in which the reader has cards: one index lookup per book, however many cards there are. */
export async function listReviewedBooks(db: Db, userId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ bookId: ReviewCardsTable['bookId'] | null }>`
      with recursive books_of_cards as (
        (select book_id from review_cards where user_id = ${userId} order by book_id limit 1)
        union all
        select (select c.book_id from review_cards c where c.user_id = ${userId} and c.book_id > b.book_id
          order by c.book_id limit 1)
        from books_of_cards b where b.book_id is not null
      )
      select book_id as "bookId" from books_of_cards where book_id is not null`,
  );
  return rows.flatMap(({ bookId }) => bookId ?? []);
}

const columns = sql`c.question_id as "questionId", c.book_id as "bookId", b.title as "bookTitle",
  c.due_at as "dueAt", c.memory, c.rated_from as "ratedFrom", c.reviewed_at as "reviewedAt"`;

/** The longest overdue first; the index finds the first cards of each book, so the number of cards does not matter. */
export function listDueCards(
  db: Db,
  { userId, bookIds, now, limit }: { userId: string; bookIds: readonly string[]; now: Date; limit: number },
): Promise<CardRow[]> {
  return many(
    db,
    sql<CardRow>`
      select ${columns} from books b cross join lateral (
        select d.* from review_cards d join questions q on q.id = d.question_id and q.retired_at is null
          and not ${isKeyHidden(userId)}
        where d.user_id = ${userId} and d.book_id = b.id and d.due_at <= ${now}
        order by d.due_at limit ${limit}
      ) c
      where b.id = any(${[...bookIds]}::uuid[])
      order by c.due_at, c.question_id limit ${limit}`,
  );
}

export interface CardCounts {
  readonly due: number;
  readonly cards: number;
  readonly nextDueAt: Date | null;
  /** When one of them was reviewed last. */
  readonly lastAt: Date | null;
}
/** Counts only current questions, so that what is shown as due can be reviewed. */
export function countCards(
  db: Db,
  { userId, bookIds, now }: { userId: string; bookIds: readonly string[]; now: Date },
): Promise<CardCounts> {
  const books = sql`any(${[...bookIds]}::uuid[])`;
  return one(
    db,
    sql<CardCounts>`
      select count(*) filter (where due_at <= ${now}) as due, count(*) as cards,
        min(due_at) filter (where due_at > ${now}) as "nextDueAt", max(reviewed_at) as "lastAt"
      from review_cards where user_id = ${userId} and book_id = ${books}
        and question_id not in (select q.id from questions q where q.book_id = ${books}
          and (q.retired_at is not null or ${isKeyHidden(userId)}))`,
  );
}

export function lockCard(tx: Tx, userId: string, questionId: string): Promise<CardRow | null> {
  return maybeOne(
    tx,
    sql<CardRow>`select ${columns} from review_cards c join books b on b.id = c.book_id
        join questions q on q.id = c.question_id
      where c.user_id = ${userId} and c.question_id = ${questionId} and not ${isKeyHidden(userId)} for update of c`,
  );
}

export async function updateCard(
  tx: Tx,
  userId: string,
  questionId: string,
  next: { memory: CardMemory; dueAt: Date; at: Date; ratedFrom: CardRow['ratedFrom'] },
): Promise<void> {
  await sql`update review_cards set memory = ${jsonb(next.memory)}, due_at = ${next.dueAt}, reviewed_at = ${next.at},
      rated_from = ${next.ratedFrom && jsonb(next.ratedFrom)}
    where user_id = ${userId} and question_id = ${questionId}`.execute(tx);
}

import type { CardKind } from '@vesalius/contract/cards-limits';
import { sql } from 'kysely';
import {
  affected,
  type Db,
  jsonb,
  many,
  maybeOne,
  one,
  type Tx,
} from '../../../platform/database/database.ts';
import { tellConstraints } from '../../../platform/errors.ts';
import type { BooksTable, CardsTable } from '../../../schema/tables.ts';
import type { CardCounts, CardMemory } from '../review-queries.ts';

export interface OwnCardRow
  extends Pick<
    CardsTable,
    'id' | 'userId' | 'bookId' | 'pageNumber' | 'annotationId' | 'front' | 'back' | 'dueAt' | 'createdAt'
  > {
  readonly kind: CardKind;
  readonly memory: CardMemory | null;
  readonly bookTitle: BooksTable['title'];
  readonly bookLanguage: BooksTable['language'];
  readonly pageLabel: string;
}

const columns = sql`c.id, c.user_id as "userId", c.book_id as "bookId", c.page_number as "pageNumber",
  c.annotation_id as "annotationId", c.kind, c.front, c.back, c.memory, c.due_at as "dueAt",
  c.created_at as "createdAt", b.title as "bookTitle", b.language as "bookLanguage",
  coalesce(p.label, c.page_number::text) as "pageLabel"`;
const tables = sql`cards c join books b on b.id = c.book_id
  left join book_pages p on p.book_id = c.book_id and p.page_number = c.page_number`;

export const listBooksOfCards = async (db: Db, userId: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<
        Pick<CardsTable, 'bookId'>
      >`select distinct book_id as "bookId" from cards where user_id = ${userId}`,
    )
  ).map(({ bookId }) => bookId);

export function listCardRows(
  db: Db,
  args: { userId: string; bookId: string | undefined; limit: number; offset: number },
): Promise<(OwnCardRow & { count: number })[]> {
  return many(
    db,
    sql<OwnCardRow & { count: number }>`select ${columns}, count(*) over ()::int as count from ${tables}
      where c.user_id = ${args.userId} and (${args.bookId ?? null}::uuid is null or c.book_id = ${args.bookId ?? null})
      order by c.created_at desc, c.id limit ${args.limit} offset ${args.offset}`,
  );
}

/** The longest overdue first. */
export function listDueCardRows(
  db: Db,
  args: { userId: string; bookIds: readonly string[]; now: Date; limit: number },
): Promise<OwnCardRow[]> {
  return many(
    db,
    sql<OwnCardRow>`select ${columns} from ${tables}
      where c.user_id = ${args.userId} and c.book_id = any(${[...args.bookIds]}::uuid[]) and c.due_at <= ${args.now}
      order by c.due_at, c.id limit ${args.limit}`,
  );
}

/** How many cards the reader has, and how many characters they have together. */
export const sizeOfCards = (db: Db, userId: string): Promise<{ count: number; characters: number }> =>
  one(
    db,
    sql<{ count: number; characters: number }>`select count(*)::int as count,
      coalesce(sum(length(front) + length(back)), 0)::int as characters from cards where user_id = ${userId}`,
  );

export function countDueCards(
  db: Db,
  args: { userId: string; bookIds: readonly string[]; now: Date },
): Promise<Omit<CardCounts, 'cards'>> {
  return one(
    db,
    sql<Omit<CardCounts, 'cards'>>`
      select count(*) filter (where due_at <= ${args.now})::int as due,
        min(due_at) filter (where due_at > ${args.now}) as "nextDueAt", max(reviewed_at) as "lastAt"
      from cards where user_id = ${args.userId} and book_id = any(${[...args.bookIds]}::uuid[])`,
  );
}

export function findOwnCard(db: Db, userId: string, id: string): Promise<OwnCardRow | null> {
  return maybeOne(
    db,
    sql<OwnCardRow>`select ${columns} from ${tables} where c.id = ${id} and c.user_id = ${userId}`,
  );
}

export function lockOwnCard(tx: Tx, userId: string, id: string): Promise<OwnCardRow | null> {
  return maybeOne(
    tx,
    sql<OwnCardRow>`select ${columns} from ${tables} where c.id = ${id} and c.user_id = ${userId} for update of c`,
  );
}

export type NewCardRow = Pick<
  OwnCardRow,
  'id' | 'userId' | 'bookId' | 'pageNumber' | 'annotationId' | 'kind' | 'front' | 'back' | 'dueAt'
>;

// The highlight was deleted at the same moment.
tellConstraints({ cards_annotation_id_fkey: 'not_found' });

/** Idempotent by id. None for an account that is deleted at the same moment. */
export function insertCard(db: Db, row: NewCardRow, now: Date): Promise<number> {
  return affected(
    db,
    sql`insert into cards (id, user_id, book_id, page_number, annotation_id, kind, front, back, due_at, created_at,
        updated_at)
      select ${row.id}::uuid, u.id, ${row.bookId}::uuid, ${row.pageNumber}::int, ${row.annotationId}::uuid, ${row.kind},
        ${row.front}, ${row.back}, ${row.dueAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from users u where u.id = ${row.userId} and u.deleted_at is null for key share
      on conflict (id) do nothing`,
  );
}

export function updateCardTexts(
  db: Db,
  {
    id,
    userId,
    kind,
    front,
    back,
    now,
  }: Pick<OwnCardRow, 'id' | 'userId' | 'kind' | 'front' | 'back'> & { now: Date },
): Promise<number> {
  return affected(
    db,
    sql`update cards set kind = ${kind}, front = ${front}, back = ${back}, updated_at = ${now}
      where id = ${id} and user_id = ${userId}`,
  );
}

export function updateCardSchedule(
  tx: Tx,
  id: string,
  next: { memory: CardMemory; dueAt: Date; at: Date },
): Promise<number> {
  return affected(
    tx,
    sql`update cards set memory = ${jsonb(next.memory)}, due_at = ${next.dueAt}, reviewed_at = ${next.at} where id = ${id}`,
  );
}

export const deleteOwnCard = (db: Db, userId: string, id: string): Promise<number> =>
  affected(db, sql`delete from cards where id = ${id} and user_id = ${userId}`);

/** A card has what somebody wrote for themselves only. */
export async function forgetCards(tx: Tx, userId: string): Promise<void> {
  await sql`delete from cards where user_id = ${userId}`.execute(tx);
}

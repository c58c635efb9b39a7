import type { ListedBook } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import { newerEdition } from '../../commerce/in-shop.ts';

/** For a query with `books` as `b`. */
export const bookState = (now: Date): RawBuilder<ListedBook['state']> => sql`case
  when b.withdrawn_at is not null then 'withdrawn' when b.published_at is null then 'draft'
  when exists (select from ${newerEdition(now)}) then 'replaced' when b.published_at > ${now} then 'scheduled' else 'published' end`;

/** For a query with `books` as `b`: the book with its editions, as staff choose it. */
export const listedBook = (now: Date): RawBuilder<ListedBook> =>
  sql`b.id, b.title || ' (' || b.edition || ')' as title, ${bookState(now)} as state`;

/** The books among these ids. */
export const listBooksById = (db: Db, ids: readonly string[], now: Date): Promise<ListedBook[]> =>
  many(
    db,
    sql<ListedBook>`select ${listedBook(now)} from books b where b.id = any(${[...ids]}::uuid[]) and b.preview_of is null`,
  );

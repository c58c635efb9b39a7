import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { type RawBuilder, sql } from 'kysely';
import { newestEdition } from './in-shop.ts';

/** Whether a newer edition is published, and which; for `books` as `b`. */
export const replacedColumn = (now: Date): RawBuilder<Pick<BookEdition, 'replaced'>> => sql`(
  select jsonb_build_object('new_edition', jsonb_build_object('id', n.id, 'edition', n.edition), 'last_day', n.readable_until)
  from ${newestEdition(now)}) as replaced`;

/** For every list of books that may contain a replaced edition; for `books` as `b`. */
export const editionColumns = (now: Date): RawBuilder<BookEdition> => sql`b.edition, ${replacedColumn(now)}`;

/** Whether another edition of `books` as `b` was published. */
export const hasOtherEditions: RawBuilder<boolean> = sql<boolean>`exists (
  select from books other where other.id <> b.id and other.published_at is not null
    and (other.slug = b.slug or other.old_version_book_id = b.id or other.id = b.old_version_book_id))`;

/** The title of `books` as `b`, with the edition if another edition of the book was published. */
export const titleWithEdition: RawBuilder<string> = sql<string>`(b.title
  || case when ${hasOtherEditions} then ' (' || b.edition || ')' else '' end)`;

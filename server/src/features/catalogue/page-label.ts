import { type RawBuilder, sql } from 'kysely';

/** What is printed on a page of `books` as `b`; the page number where nothing is. */
export const labelOf = (page: RawBuilder<unknown>): RawBuilder<string> => sql<string>`coalesce(
  (select nullif(l.label, '') from book_pages l where l.book_id = b.id and l.page_number = ${page}), (${page})::text)`;

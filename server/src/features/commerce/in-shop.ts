import { type RawBuilder, sql } from 'kysely';

/** Whatever the time is: a book is published by a release, and not before it. */
const ALWAYS = sql`'infinity'::timestamptz`;

/** For a query whose `from` names `books` as `b`: the published editions (`n`) that replace it. */
export const newerEdition = (now?: Date): RawBuilder<unknown> =>
  sql`books n where n.old_version_book_id = b.id and n.published_at <= ${now ?? ALWAYS}`;

/** Of `books` as `b`, in the shop: published, not withdrawn, and not replaced by a newer edition that is published. */
export const inShop = (now?: Date): RawBuilder<boolean> =>
  sql<boolean>`b.published_at <= ${now ?? ALWAYS} and b.withdrawn_at is null and not exists (select from ${newerEdition(now)})`;

import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import {
  type EditionFacts,
  type EditionNews,
  editionFacts,
  editionNews,
} from '../commerce/edition-letters.ts';
import { newerEdition } from '../commerce/in-shop.ts';

export interface EditionToTell {
  readonly institutionId: string;
  readonly managerId: string;
  readonly bookId: string;
  readonly newBookId: string;
}

const tables = (now: Date) => sql`institution_books ib
  join books b on b.id = ib.book_id
  join lateral (select n.* from ${newerEdition(now)} order by n.published_at desc limit 1) n on true
  join institutions i on i.id = ib.institution_id and i.starts_at <= ${now} and i.ends_at > ${now}
  join institution_members m on m.institution_id = i.id and m.is_manager`;

/** The managers of running institutions with a replaced edition of which there is something to tell now. */
export const listEditionsToTell = (
  db: Db,
  now: Date,
): Promise<(EditionToTell & { about: EditionNews; lastDay: string | null })[]> =>
  many(
    db,
    sql<EditionToTell & { about: EditionNews; lastDay: string | null }>`
      select i.id as "institutionId", m.user_id as "managerId", b.id as "bookId", n.id as "newBookId",
        to_char(n.readable_until, 'YYYY-MM-DD') as "lastDay", ${editionNews(now)} as about
      from ${tables(now)}
      join users u on u.id = m.user_id and u.deleted_at is null and u.email_verified_at is not null
      where ${editionNews(now)} is not null order by i.id, m.user_id, b.id`,
  );

/** Null if the user no longer manages it, or it no longer has the book. */
export const findEditionForMail = (
  db: Db,
  { institutionId, managerId, bookId, newBookId }: EditionToTell,
  now: Date,
): Promise<EditionFacts | null> =>
  maybeOne(
    db,
    sql<EditionFacts>`
      select ${editionFacts}, i.name, i.ends_at as "endsAt",
        exists (select from institution_books own where own.institution_id = i.id and own.book_id = n.id) as "hasNew"
      from ${tables(now)}
      where i.id = ${institutionId} and m.user_id = ${managerId} and b.id = ${bookId} and n.id = ${newBookId}`,
  );

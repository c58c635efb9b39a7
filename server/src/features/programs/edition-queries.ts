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
  readonly programId: string;
  readonly directorId: string;
  readonly bookId: string;
  readonly newBookId: string;
}

const tables = (now: Date) => sql`program_books pb
  join books b on b.id = pb.book_id
  join lateral (select n.* from ${newerEdition(now)} order by n.published_at desc limit 1) n on true
  join programs p on p.id = pb.program_id
  join program_directors pd on pd.program_id = p.id`;

/** The directors of programs with a replaced edition of which there is something to tell now. */
export const listEditionsToTell = (
  db: Db,
  now: Date,
): Promise<(EditionToTell & { about: EditionNews; lastDay: string | null })[]> =>
  many(
    db,
    sql<EditionToTell & { about: EditionNews; lastDay: string | null }>`
      select p.id as "programId", pd.user_id as "directorId", b.id as "bookId", n.id as "newBookId",
        to_char(n.readable_until, 'YYYY-MM-DD') as "lastDay", ${editionNews(now)} as about
      from ${tables(now)}
      join users u on u.id = pd.user_id and u.deleted_at is null and u.email_verified_at is not null
      where ${editionNews(now)} is not null order by p.id, pd.user_id, b.id`,
  );

/** Null if the user no longer directs it, or it no longer has the book. */
export const findEditionForMail = (
  db: Db,
  { programId, directorId, bookId, newBookId }: EditionToTell,
  now: Date,
): Promise<EditionFacts | null> =>
  maybeOne(
    db,
    sql<EditionFacts>`
      select ${editionFacts}, p.name, null as "endsAt",
        exists (select from program_books own where own.program_id = p.id and own.book_id = n.id) as "hasNew"
      from ${tables(now)}
      where p.id = ${programId} and pd.user_id = ${directorId} and b.id = ${bookId} and n.id = ${newBookId}`,
  );

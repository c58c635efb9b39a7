import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import {
  type BookWithNews,
  type EditionFacts,
  editionFacts,
  hasNews,
  newsColumns,
  replacedBooks,
} from '../commerce/edition-letters.ts';

interface Addressee {
  readonly programId: string;
  readonly directorId: string;
}

const tables = (now: Date) => sql`${replacedBooks(sql`program_books`, now)}
  join programs p on p.id = owned.program_id
  join program_directors pd on pd.program_id = p.id`;

/** The directors of programs with a replaced edition of which there is something to tell now. */
export const listEditionsToTell = (db: Db, now: Date): Promise<(Addressee & BookWithNews)[]> =>
  many(
    db,
    sql<Addressee & BookWithNews>`
      select p.id as "programId", pd.user_id as "directorId", ${newsColumns(now)}
      from ${tables(now)}
      join users u on u.id = pd.user_id and u.deleted_at is null and u.email_verified_at is not null
      where ${hasNews(now)} order by p.id, pd.user_id, b.id`,
  );

/** Null if the user no longer directs it, or it no longer has the book. */
export const findEditionForMail = (
  db: Db,
  { programId, directorId, bookId, newBookId }: Addressee & Pick<BookWithNews, 'bookId' | 'newBookId'>,
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

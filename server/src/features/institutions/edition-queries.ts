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
  readonly institutionId: string;
  readonly managerId: string;
}

const tables = (now: Date) => sql`${replacedBooks(sql`institution_books`, now)}
  join institutions i on i.id = owned.institution_id and i.starts_at <= ${now} and i.ends_at > ${now}
  join institution_members m on m.institution_id = i.id and m.is_manager`;

/** The managers of running institutions with a replaced edition of which there is something to tell now. */
export const listEditionsToTell = (db: Db, now: Date): Promise<(Addressee & BookWithNews)[]> =>
  many(
    db,
    sql<Addressee & BookWithNews>`
      select i.id as "institutionId", m.user_id as "managerId", ${newsColumns(now)}
      from ${tables(now)}
      join users u on u.id = m.user_id and u.deleted_at is null and u.email_verified_at is not null
      where ${hasNews(now)} order by i.id, m.user_id, b.id`,
  );

/** Null if the user no longer manages it, or it no longer has the book. */
export const findEditionForMail = (
  db: Db,
  { institutionId, managerId, bookId, newBookId }: Addressee & Pick<BookWithNews, 'bookId' | 'newBookId'>,
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

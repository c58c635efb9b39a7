import type { CatalogueBookRow, ListedBook } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { beginsWith, contains, plainTerm } from '../../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../../platform/database/terms.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { BookAssignmentsTable, BooksTable } from '../../../schema/tables.ts';
import { bookState } from './listed-book-queries.ts';

/** Books, and works that are not books yet. The title is plain text; a work may have none. */
const everyBook = (now: Date): RawBuilder<unknown> => sql`(
  select b.id, b.title, b.edition, b.plain_title, ${bookState(now)} as state from books b
    where b.preview_of is null
  union all
  select w.id, coalesce(w.manifest ->> 'title', ''), coalesce(w.manifest ->> 'edition', ''),
    plain_text(coalesce(w.manifest ->> 'title', '')), 'draft'
  from works w where not exists (select 1 from books b where b.id = w.id))`;

export async function listBooks(
  db: Db,
  { search, now, limit, offset }: Slice & { search: string | undefined; now: Date },
): Promise<(CatalogueBookRow & { count: number })[]> {
  const term = search ? await plainTerm(db, search) : null;
  const name = sql`b.plain_title`;
  const where = term === null ? sql`` : sql`where ${contains(name, term)}`;
  const order = term === null ? sql`` : sql`(${beginsWith(name, term)}) desc,`;
  return many(
    db,
    sql<CatalogueBookRow & { count: number }>`${PLANNED_FOR_ITS_TERM}
      select b.id, b.title, b.edition, b.state, b.count,
        (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(nullif(trim(u.first_name || ' ' || u.second_name), ''),
            a.email), 'role', a.role) order by a.role, a.email), '[]')
          from book_assignments a left join users u on lower(u.email) = lower(a.email) and u.deleted_at is null
          where a.book_id = b.id) as people
      from (select b.*, (count(*) over ())::int as count from ${everyBook(now)} b ${where}
        order by ${order} ${name} using ~<~, b.id limit ${limit} offset ${offset}) b
      order by ${order} ${name} using ~<~, b.id`,
  );
}

export interface CatalogueBookFacts extends ListedBook {
  readonly edition: string;
  readonly isbnPrint: BooksTable['isbnPrint'];
  readonly isbnElectronic: BooksTable['isbnElectronic'];
  readonly doi: BooksTable['doi'];
  readonly subjects: { scheme: 'mesh' | 'bisac'; code: string; name: string }[];
  readonly publisher: { id: string; name: string } | null;
}

export const findBook = (db: Db, id: string, now: Date): Promise<CatalogueBookFacts | null> =>
  maybeOne(
    db,
    sql<CatalogueBookFacts>`
      select e.id, e.title, e.edition, e.state, b.isbn_print as "isbnPrint", b.isbn_electronic as "isbnElectronic", b.doi,
        coalesce(b.subjects, '[]') as subjects,
        (select jsonb_build_object('id', p.id, 'name', p.name) from publishers p where p.id = b.publisher_id) as publisher
      from ${everyBook(now)} e left join books b on b.id = e.id where e.id = ${id}`,
  );

export interface BookPersonRow extends Pick<BookAssignmentsTable, 'email' | 'role' | 'setAt'> {
  readonly personId: string | null;
  readonly name: string;
  /** The role of the account. */
  readonly accountRole: string | null;
}

export const listBookPeople = (db: Db, bookId: string): Promise<BookPersonRow[]> =>
  many(
    db,
    sql<BookPersonRow>`
      select a.email, a.role, a.set_at as "setAt", u.id as "personId", u.role as "accountRole",
        coalesce(trim(u.first_name || ' ' || u.second_name), '') as name
      from book_assignments a left join users u on lower(u.email) = lower(a.email) and u.deleted_at is null
      where a.book_id = ${bookId} order by a.role, a.email`,
  );

export const isAssigned = async (
  tx: Tx,
  { bookId, email, role }: { bookId: string; email: string; role: string },
): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from book_assignments where book_id = ${bookId} and lower(email) = lower(${email}) and role = ${role}`,
  )) !== null;

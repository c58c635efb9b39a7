import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import type { BookAssignmentsTable, PackagesTable, ProgramsTable } from '../../../schema/tables.ts';
import type { Edition } from './release-queries.ts';

/* Decisions of staff about a book in the administration, so that an import can report what it does not change. */

const bookOf = ({ slug, edition }: Edition) =>
  sql`(select id from books where slug = ${slug} and edition = ${edition})`;

interface Membership {
  readonly detailsAreSet: boolean;
  readonly booksAreSet: boolean;
  readonly hasBook: boolean;
}
export type ListedPackage = Membership & Pick<PackagesTable, 'slug' | 'name' | 'description'>;
export type ListedProgram = Membership & Pick<ProgramsTable, 'slug' | 'name'>;

/** The packages that staff changed, among these slugs or with the book. */
export const listSetPackages = (
  db: Db,
  edition: Edition,
  slugs: readonly string[],
): Promise<ListedPackage[]> =>
  many(
    db,
    sql<ListedPackage>`
      select * from (select slug, name, description, details_set_at is not null as "detailsAreSet",
        books_set_at is not null as "booksAreSet",
        exists (select from package_books m where m.package_id = packages.id and m.book_id = ${bookOf(edition)}) as "hasBook"
        from packages) p
      where ("detailsAreSet" or "booksAreSet") and ("hasBook" or slug = any(${[...slugs]})) order by slug`,
  );

export const listSetPrograms = (
  db: Db,
  edition: Edition,
  slugs: readonly string[],
): Promise<ListedProgram[]> =>
  many(
    db,
    sql<ListedProgram>`
      select * from (select slug, name, details_set_at is not null as "detailsAreSet",
        books_set_at is not null as "booksAreSet",
        exists (select from program_books m where m.program_id = programs.id and m.book_id = ${bookOf(edition)}) as "hasBook"
        from programs) p
      where ("detailsAreSet" or "booksAreSet") and ("hasBook" or slug = any(${[...slugs]})) order by slug`,
  );

/** People whom staff assigned to the book, and people whom they removed. */
export const listSetPeople = (
  db: Db,
  edition: Edition,
): Promise<(Pick<BookAssignmentsTable, 'email' | 'role'> & { isDismissed: boolean })[]> =>
  many(
    db,
    sql<Pick<BookAssignmentsTable, 'email' | 'role'> & { isDismissed: boolean }>`
      select lower(email) as email, role, false as "isDismissed" from book_assignments
        where book_id = ${bookOf(edition)} and set_at is not null
      union all select email, role, true from book_dismissals where book_id = ${bookOf(edition)}
      order by 1, 2`,
  );

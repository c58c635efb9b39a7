import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { contains, plainTerm } from '../../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../../platform/database/terms.ts';
import { tellConstraints } from '../../../platform/errors.ts';
import type {
  BooksTable,
  InstitutionDomainsTable,
  InstitutionMembersTable,
  InstitutionsTable,
  UsersTable,
} from '../../../schema/tables.ts';
import { editionColumns } from '../../commerce/edition-columns.ts';
import { membersAndFreed } from '../queries.ts';

export interface InstitutionRow
  extends Pick<InstitutionsTable, 'id' | 'name' | 'startsAt' | 'endsAt' | 'seats' | 'version'> {
  memberCount: number;
  bookCount: number;
  total: number;
}
const columns = sql`i.id, i.name, i.starts_at as "startsAt", i.ends_at as "endsAt", i.seats, i.version,
  (select count(*) from institution_members m where m.institution_id = i.id) as "memberCount",
  (select count(*) from institution_books b where b.institution_id = i.id) as "bookCount"`;

export interface InstitutionSearch {
  readonly search: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function searchInstitutions(
  db: Db,
  { search, limit, offset }: InstitutionSearch,
): Promise<InstitutionRow[]> {
  const name = sql`plain_text(i.name)`;
  const where = search ? sql`where ${contains(name, await plainTerm(db, search))}` : sql``;
  // Members and books are counted only for the rows of the page.
  return many(
    db,
    sql<InstitutionRow>`${PLANNED_FOR_ITS_TERM}
      select ${columns}, page.total from (
        select i.id, (select count(*) from institutions i ${where})::int as total from institutions i ${where}
        order by ${name} using ~<~, i.id limit ${limit} offset ${offset}) page
      join institutions i on i.id = page.id order by ${name} using ~<~, i.id`,
  );
}

export const findInstitution = (db: Db, id: string): Promise<InstitutionRow | null> =>
  maybeOne(db, sql<InstitutionRow>`select ${columns}, 1 as total from institutions i where i.id = ${id}`);

/** Locks the institution, so that seats can be counted exactly. */
export const lockInstitution = (
  tx: Tx,
  id: string,
): Promise<Pick<InstitutionsTable, 'name' | 'startsAt' | 'endsAt' | 'seats' | 'version'> | null> =>
  maybeOne(
    tx,
    sql<Pick<InstitutionsTable, 'name' | 'startsAt' | 'endsAt' | 'seats' | 'version'>>`
      select name, starts_at as "startsAt", ends_at as "endsAt", seats, version from institutions where id = ${id} for update`,
  );

export const listDomains = async (db: Db, id: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<
        Pick<InstitutionDomainsTable, 'domain'>
      >`select domain from institution_domains where institution_id = ${id} order by domain`,
    )
  ).map(({ domain }) => domain);

/** With their editions, as they are chosen. */
export const listInstitutionBooks = (db: Db, id: string, now: Date) =>
  many(
    db,
    sql<Pick<BooksTable, 'id'> & { title: string } & BookEdition>`
      select b.id, b.title || ' (' || b.edition || ')' as title, ${editionColumns(now)} from institution_books ib join books b on b.id = ib.book_id
      where ib.institution_id = ${id} order by b.plain_title collate "C"`,
  );

export const listMembers = (db: Db, id: string) =>
  many(
    db,
    sql<
      Pick<UsersTable, 'id' | 'email'> &
        Pick<InstitutionMembersTable, 'joinedAt' | 'isManager'> & {
          name: string;
          isPending: boolean;
          seatFreedAt: Date | null;
        }
    >`
      select u.id, u.first_name || ' ' || u.second_name as name, u.email, m.joined_at as "joinedAt",
        m.is_manager as "isManager", u.email_verified_at is null as "isPending", m.freed_at as "seatFreedAt"
      from ${membersAndFreed(id)} join users u on u.id = m.user_id
      where u.deleted_at is null and (m.freed_at is null or u.role = 'customer')
      order by m.is_manager desc, m.freed_at nulls first, m.joined_at desc limit 500`,
  );

export interface InstitutionFields {
  id: string;
  name: string;
  startsAt: Date;
  endsAt: Date;
  seats: number | null;
}
export const insertInstitution = (
  tx: Tx,
  { id, name, startsAt, endsAt, seats }: InstitutionFields,
  now: Date,
) =>
  affected(
    tx,
    sql`insert into institutions (id, name, starts_at, ends_at, seats, created_at)
      values (${id}, ${name}, ${startsAt}, ${endsAt}, ${seats}, ${now})`,
  );
export const updateInstitutionRow = (tx: Tx, { id, name, startsAt, endsAt, seats }: InstitutionFields) =>
  affected(
    tx,
    sql`update institutions set name = ${name}, starts_at = ${startsAt}, ends_at = ${endsAt}, seats = ${seats},
        version = version + 1
      where id = ${id}`,
  );

tellConstraints({ institution_domains_pkey: 'domain_taken' });

/** A domain of another institution violates the primary key, which becomes the error `domain_taken`. */
export async function replaceDomains(tx: Tx, id: string, domains: readonly string[]): Promise<void> {
  await sql`delete from institution_domains where institution_id = ${id} and not domain = any(${[...domains]})`.execute(
    tx,
  );
  await sql`
    insert into institution_domains (domain, institution_id)
    select d, ${id}::uuid from unnest(${[...domains]}::text[]) d
    where not exists (select 1 from institution_domains where domain = d and institution_id = ${id})`.execute(
    tx,
  );
}

/** Books that do not exist are left out. */
export async function replaceBooks(tx: Tx, id: string, bookIds: readonly string[]): Promise<void> {
  await sql`delete from institution_books where institution_id = ${id} and not book_id = any(${[...bookIds]}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into institution_books (institution_id, book_id)
    select ${id}::uuid, id from books where id = any(${[...bookIds]}::uuid[]) and preview_of is null on conflict do nothing`.execute(
    tx,
  );
}

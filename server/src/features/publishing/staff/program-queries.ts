import type { ListedBook } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { contains, plainTerm } from '../../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../../platform/database/terms.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { ProgramsTable, UsersTable } from '../../../schema/tables.ts';
import { listedBook } from './listed-book-queries.ts';

export interface CatalogueProgramRow
  extends Pick<ProgramsTable, 'id' | 'slug' | 'name' | 'photoKey' | 'institutionId'> {
  readonly institutionName: string | null;
  readonly changedAt: Date | null;
  readonly bookCount: number;
  readonly studentCount: number;
  readonly directorCount: number;
}

const columns: RawBuilder<CatalogueProgramRow> = sql`p.id, p.slug, p.name, p.photo_key as "photoKey",
  p.institution_id as "institutionId", i.name as "institutionName",
  greatest(p.details_set_at, p.books_set_at) as "changedAt",
  (select count(*) from program_books pb where pb.program_id = p.id) as "bookCount",
  (select count(*) from program_students ps where ps.program_id = p.id) as "studentCount",
  (select count(*) from program_directors pd where pd.program_id = p.id) as "directorCount"`;

export async function listPrograms(
  db: Db,
  { search, limit, offset }: Slice & { search: string | undefined },
): Promise<(CatalogueProgramRow & { count: number })[]> {
  const name = sql`plain_text(p.name)`;
  const where = search ? sql`where ${contains(name, await plainTerm(db, search))}` : sql``;
  return many(
    db,
    sql<CatalogueProgramRow & { count: number }>`${PLANNED_FOR_ITS_TERM}
      select ${columns}, (select count(*) from programs p ${where})::int as count
      from programs p left join institutions i on i.id = p.institution_id ${where}
      order by ${name} using ~<~, p.id limit ${limit} offset ${offset}`,
  );
}

export const findProgram = (db: Db, id: string): Promise<CatalogueProgramRow | null> =>
  maybeOne(
    db,
    sql<CatalogueProgramRow>`select ${columns} from programs p left join institutions i on i.id = p.institution_id
      where p.id = ${id}`,
  );

/** Locks the program until the transaction ends. */
export const lockProgram = async (tx: Tx, id: string): Promise<CatalogueProgramRow | null> => {
  await sql`select 1 from programs where id = ${id} for update`.execute(tx);
  return findProgram(tx, id);
};

export const listProgramBooks = (db: Db, id: string, now: Date): Promise<ListedBook[]> =>
  many(
    db,
    sql<ListedBook>`select ${listedBook(now)} from program_books pb join books b on b.id = pb.book_id
      where pb.program_id = ${id} order by pb.position, b.id`,
  );

export const listDirectors = (db: Db, id: string) =>
  many(
    db,
    sql<Pick<UsersTable, 'id' | 'email'> & { name: string }>`
      select u.id, u.email, trim(u.first_name || ' ' || u.second_name) as name
      from program_directors pd join users u on u.id = pd.user_id
      where pd.program_id = ${id} and u.deleted_at is null order by plain_text(u.second_name), u.id`,
  );

export interface ProgramDetails {
  readonly name: string;
  readonly photoKey: string | null;
  readonly institutionId: string | null;
}

/** The number of inserted rows: 0 if the slug is taken. */
export const insertProgram = (
  tx: Tx,
  { id, slug, name, photoKey, institutionId }: ProgramDetails & { id: string; slug: string },
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`insert into programs (id, slug, name, photo_key, institution_id, details_set_at, created_at)
      values (${id}, ${slug}, ${name}, ${photoKey}, ${institutionId}, ${now}, ${now})
      on conflict (slug) do nothing`,
  );

export const updateProgramDetails = (
  tx: Tx,
  id: string,
  { name, photoKey, institutionId }: ProgramDetails,
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`update programs set name = ${name}, photo_key = ${photoKey}, institution_id = ${institutionId},
      details_set_at = ${now} where id = ${id}`,
  );

/** Stores the books in this order. */
export async function replaceProgramBooks(
  tx: Tx,
  id: string,
  bookIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = sql`${[...bookIds]}::uuid[]`;
  await sql`delete from program_books where program_id = ${id} and not book_id = any(${ids})`.execute(tx);
  await sql`
    insert into program_books (program_id, book_id, position)
    select ${id}::uuid, book_id, place - 1 from unnest(${ids}) with ordinality as chosen (book_id, place)
    on conflict (program_id, book_id) do update set position = excluded.position`.execute(tx);
  await sql`update programs set books_set_at = ${now} where id = ${id}`.execute(tx);
}

export const hasInstitution = async (db: Db, id: string): Promise<boolean> =>
  (await maybeOne(db, sql`select 1 from institutions where id = ${id}`)) !== null;

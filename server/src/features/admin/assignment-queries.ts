import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, type Tx } from '../../platform/database/database.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import { contains, plainTerm } from '../catalogue/name-search.ts';

/** How many of the books were assigned: those that exist. An assignment may stand before the account (by an import). */
export const insertAssignments = (
  tx: Tx,
  { email, role, bookIds }: { email: string; role: 'author' | 'editor'; bookIds: readonly string[] },
): Promise<number> =>
  affected(
    tx,
    sql`insert into book_assignments (book_id, email, role)
      select id, ${email}, ${role} from books where id = any(${bookIds}::uuid[])
      on conflict (book_id, email, role) do update set role = excluded.role`,
  );

/** How many of the programs the person directs now: those that exist. */
export const insertDirector = (tx: Tx, userId: string, programIds: readonly string[]): Promise<number> =>
  affected(
    tx,
    sql`insert into program_directors (program_id, user_id)
      select id, ${userId} from programs where id = any(${programIds}::uuid[])`,
  );

export const deleteAssignments = (
  tx: Tx,
  { email, roles }: { email: string; roles: readonly ('author' | 'editor')[] },
): Promise<number> =>
  affected(
    tx,
    sql`delete from book_assignments where lower(email) = lower(${email}) and role = any(${[...roles]}::text[])`,
  );

export const deleteDirector = (tx: Tx, userId: string): Promise<number> =>
  affected(tx, sql`delete from program_directors where user_id = ${userId}`);

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await many(db, query)).map(({ id }) => id);

export const listAssignedBookIds = (
  db: Db,
  { email, role }: { email: string; role: 'author' | 'editor' },
): Promise<string[]> =>
  idsOf(
    db,
    sql`select book_id as id from book_assignments where lower(email) = lower(${email}) and role = ${role} order by 1`,
  );

export const listDirectedProgramIds = (db: Db, userId: string): Promise<string[]> =>
  idsOf(db, sql`select program_id as id from program_directors where user_id = ${userId} order by 1`);

export async function listPrograms(
  db: Db,
  { search, limit, offset }: { search: string | undefined; limit: number; offset: number },
): Promise<{ id: string; name: string; total: number }[]> {
  const name = sql`plain_text(name)`;
  const where = search ? sql`where ${contains(name, await plainTerm(db, search))}` : sql``;
  return many(
    db,
    sql<{ id: string; name: string; total: number }>`${PLANNED_FOR_ITS_TERM}
      select id, name, (select count(*) from programs ${where})::int as total from programs ${where}
      order by ${name} using ~<~, id limit ${limit} offset ${offset}`,
  );
}

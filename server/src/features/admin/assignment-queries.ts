import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { contains, plainTerm } from '../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import type { ProgramsTable } from '../../schema/tables.ts';

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

export const listStudentProgramIds = (db: Db, userId: string): Promise<string[]> =>
  idsOf(db, sql`select program_id as id from program_students where user_id = ${userId} order by 1`);

export const listInstitutionIds = (db: Db, userId: string): Promise<string[]> =>
  idsOf(db, sql`select institution_id as id from institution_members where user_id = ${userId} order by 1`);

export async function listPrograms(
  db: Db,
  { search, limit, offset }: { search: string | undefined; limit: number; offset: number },
): Promise<{ id: string; name: string; total: number }[]> {
  const name = sql`plain_text(name)`;
  const where = search ? sql`where ${contains(name, await plainTerm(db, search))}` : sql``;
  return many(
    db,
    sql<Pick<ProgramsTable, 'id' | 'name'> & { total: number }>`${PLANNED_FOR_ITS_TERM}
      select id, name, (select count(*) from programs ${where})::int as total from programs ${where}
      order by ${name} using ~<~, id limit ${limit} offset ${offset}`,
  );
}

import type { BookRole } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await many(db, query)).map(({ id }) => id);

export const listAssignedBookIds = (
  db: Db,
  { email, role }: { email: string; role: BookRole },
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

export const isDirector = async (db: Db, programId: string, userId: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from program_directors where program_id = ${programId} and user_id = ${userId}`,
  )) !== null;

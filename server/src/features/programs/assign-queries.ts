import type { Role } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';

export interface KnownAddress {
  readonly email: string;
  readonly userId: string;
  readonly role: Role;
  readonly inProgram: boolean;
  readonly importId: string | null;
}

/** Which of the addresses have an account, and whether it is in the program already. */
export const listKnownAddresses = (
  db: Db,
  programId: string,
  emails: readonly string[],
): Promise<KnownAddress[]> =>
  many(
    db,
    sql<KnownAddress>`
      select lower(u.email) as email, u.id as "userId", u.role, ps.user_id is not null as "inProgram",
        ps.import_id as "importId"
      from users u
      left join program_students ps on ps.program_id = ${programId} and ps.user_id = u.id
      where u.deleted_at is null and lower(u.email) = any(${[...emails]}::text[])`,
  );

/** False: the id belongs to another program's import, or this import was taken back. */
export async function openImport(
  tx: Tx,
  given: { id: string; programId: string; directorId: string },
  now: Date,
): Promise<boolean> {
  await sql`insert into program_imports (id, program_id, director_id, created_at)
    values (${given.id}, ${given.programId}, ${given.directorId}, ${now}) on conflict (id) do nothing`.execute(
    tx,
  );
  const row = await maybeOne(
    tx,
    sql`select 1 from program_imports where id = ${given.id} and program_id = ${given.programId}
      and undone_at is null for share`,
  );
  return row !== null;
}

/** The ids of those who were not in it before. */
export const insertStudents = (
  tx: Tx,
  given: { programId: string; importId: string; userIds: readonly string[] },
  now: Date,
): Promise<{ userId: string }[]> =>
  many(
    tx,
    sql<{ userId: string }>`
      insert into program_students (program_id, user_id, joined_at, import_id)
      select ${given.programId}::uuid, n, ${now}::timestamptz, ${given.importId}::uuid
      from unnest(${[...given.userIds]}::uuid[]) n
      on conflict do nothing returning user_id as "userId"`,
  );

export const findImport = (tx: Tx, programId: string, importId: string) =>
  maybeOne(
    tx,
    sql<{ createdAt: Date; undoneAt: Date | null }>`
      select created_at as "createdAt", undone_at as "undoneAt" from program_imports
      where id = ${importId} and program_id = ${programId} for update`,
  );

/** Those of the time since, that somebody of is still there. */
export const listImports = (db: Db, programId: string, since: Date) =>
  many(
    db,
    sql<{ id: string; createdAt: Date; addedBy: string; students: number }>`
      select i.id, i.created_at as "createdAt", trim(u.first_name || ' ' || u.second_name) as "addedBy",
        count(*)::int as students
      from program_imports i join users u on u.id = i.director_id
      join program_students ps on ps.import_id = i.id
      where i.program_id = ${programId} and i.undone_at is null and i.created_at > ${since}
      group by i.id, u.id order by i.created_at desc, i.id limit 100`,
  );

export async function undoImport(tx: Tx, importId: string, now: Date): Promise<number> {
  await sql`update program_imports set undone_at = ${now} where id = ${importId}`.execute(tx);
  return affected(tx, sql`delete from program_students where import_id = ${importId}`);
}

/** Those to write to, with what decides which letter they get. */
export const listNewcomers = (db: Db, programId: string, userIds: readonly string[]) =>
  many(
    db,
    sql<{ id: string; emailVerified: boolean }>`
      select u.id, u.email_verified_at is not null as "emailVerified"
      from users u join program_students ps on ps.user_id = u.id and ps.program_id = ${programId}
      where u.id = any(${[...userIds]}::uuid[]) and u.deleted_at is null`,
  );

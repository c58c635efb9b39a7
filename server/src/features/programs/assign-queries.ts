import { sql } from 'kysely';
import { affected, type Db, many, one, type Tx } from '../../platform/database/database.ts';
import type { GroupImport, KnownAddress } from '../accounts/people-import/people-group.ts';

/** Which of the addresses have an account, and whether it is in the program already. */
export const listKnownAddresses = (
  db: Db,
  programId: string,
  emails: readonly string[],
): Promise<KnownAddress[]> =>
  many(
    db,
    sql<KnownAddress>`
      select lower(u.email) as email, u.id as "userId", u.role, ps.user_id is not null as "isInGroup",
        ps.import_id as "importId"
      from users u
      left join program_students ps on ps.program_id = ${programId} and ps.user_id = u.id
      where u.deleted_at is null and lower(u.email) = any(${[...emails]}::text[])`,
  );

/** The ids of those who were not in it before. */
export const insertStudents = async (
  tx: Tx,
  given: { programId: string; importId: string; userIds: readonly string[] },
  now: Date,
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ userId: string }>`
        insert into program_students (program_id, user_id, joined_at, import_id)
        select ${given.programId}::uuid, n, ${now}::timestamptz, ${given.importId}::uuid
        from unnest(${[...given.userIds]}::uuid[]) n
        on conflict do nothing returning user_id as "userId"`,
    )
  ).map(({ userId }) => userId);

/** Whether the student `ps` (of users `u`) has accepted, read, answered or written since joining. */
const hasActed = sql<boolean>`(coalesce(u.email_verified_at > ps.joined_at, false)
  or exists (select 1 from book_progress bp join program_books pb on pb.book_id = bp.book_id
    where bp.user_id = u.id and pb.program_id = ps.program_id and bp.updated_at > ps.joined_at)
  or exists (select 1 from attempts t join program_books pb on pb.book_id = t.book_id
    where t.user_id = u.id and pb.program_id = ps.program_id and t.submitted_at > ps.joined_at)
  or exists (select 1 from topics t where t.owner_id = u.id and t.program_id = ps.program_id)
  or exists (select 1 from comments c join topics t on t.id = c.topic_id
    where c.owner_id = u.id and t.program_id = ps.program_id))`;

/** Those of the time since, that somebody of is still there. */
export const listImports = (db: Db, programId: string, since: Date): Promise<GroupImport[]> =>
  many(
    db,
    sql<GroupImport>`
      select i.id, i.created_at as "createdAt", trim(a.first_name || ' ' || a.second_name) as "addedBy",
        count(*)::int as people, count(*) filter (where ${hasActed})::int as active
      from people_imports i join users a on a.id = i.added_by
      join program_students ps on ps.import_id = i.id
      join users u on u.id = ps.user_id
      where i.program_id = ${programId} and i.undone_at is null and i.created_at > ${since}
      group by i.id, a.id order by i.created_at desc, i.id limit 100`,
  );

export async function deleteIdleStudents(
  tx: Tx,
  importId: string,
): Promise<{ removed: number; kept: number }> {
  const removed = await affected(
    tx,
    sql`delete from program_students ps using users u
      where u.id = ps.user_id and ps.import_id = ${importId} and not ${hasActed}`,
  );
  const { kept } = await one(
    tx,
    sql<{ kept: number }>`select count(*)::int as kept from program_students where import_id = ${importId}`,
  );
  return { removed, kept };
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

/** Students, of those who are named, whose address is not verified: the invitation is not accepted. */
export const listPendingStudents = async (
  db: Db,
  programId: string,
  userIds: readonly string[] | undefined,
): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ id: string }>`
        select u.id from program_students ps join users u on u.id = ps.user_id
        where ps.program_id = ${programId} and u.email_verified_at is null and u.deleted_at is null
          ${userIds ? sql`and u.id = any(${[...userIds]}::uuid[])` : sql``}`,
    )
  ).map(({ id }) => id);

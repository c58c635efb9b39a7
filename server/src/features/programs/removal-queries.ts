import { sql } from 'kysely';
import { affected, type Db, many, one, type Tx } from '../../platform/database/database.ts';
import type { RemovalRow } from '../accounts/people-import/present-removals.ts';

interface RemovalKey {
  readonly programId: string;
  readonly removalId: string;
}

/** The ids of those who were in the program. */
export const moveStudentsOut = async (
  tx: Tx,
  { programId, removalId, studentIds }: RemovalKey & { studentIds: readonly string[] },
  now: Date,
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ id: string }>`
        with gone as (
          delete from program_students
          where program_id = ${programId} and user_id = any(${[...studentIds]}::uuid[])
          returning user_id, joined_at, results_from, import_id, reminded_at)
        insert into program_removed_students (program_id, removal_id, user_id, joined_at, results_from, import_id, reminded_at, removed_at)
        select ${programId}::uuid, ${removalId}::uuid, user_id, joined_at, results_from, import_id, reminded_at, ${now}::timestamptz from gone
        on conflict (program_id, removal_id, user_id) do update
          set joined_at = excluded.joined_at, results_from = excluded.results_from, import_id = excluded.import_id,
            reminded_at = excluded.reminded_at, removed_at = excluded.removed_at
        returning user_id as id`,
    )
  ).map(({ id }) => id);

/** Those after a moment, the newest first; who has left for good or is back by another way is no longer in them. */
export const listRemovals = (db: Db, programId: string, after: Date): Promise<RemovalRow[]> =>
  many(
    db,
    sql<RemovalRow>`
      select r.removal_id as id, max(r.removed_at) as "removedAt", count(*)::int as people,
        (array_agg(trim(u.first_name || ' ' || u.second_name) order by u.plain_name, u.id))[1:3] as names
      from program_removed_students r join users u on u.id = r.user_id and u.deleted_at is null
      where r.program_id = ${programId} and r.removed_at > ${after}
        and not exists (select 1 from program_students ps where ps.program_id = r.program_id and ps.user_id = r.user_id)
      group by 1 order by 2 desc, 1`,
  );

export const findRemoval = (
  tx: Tx,
  { programId, removalId }: RemovalKey,
): Promise<{ students: number; removedAt: Date | null }> =>
  one(
    tx,
    sql<{ students: number; removedAt: Date | null }>`
      select count(*)::int as students, max(removed_at) as "removedAt" from program_removed_students
      where program_id = ${programId} and removal_id = ${removalId}`,
  );

/** The ids of those who are back; who has come back by another way stays as they are. */
export const moveStudentsBack = async (tx: Tx, { programId, removalId }: RemovalKey): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ id: string }>`
        with back as (
          delete from program_removed_students where program_id = ${programId} and removal_id = ${removalId}
          returning user_id, joined_at, results_from, import_id, reminded_at)
        insert into program_students (program_id, user_id, joined_at, results_from, import_id, reminded_at)
        select ${programId}::uuid, b.user_id, b.joined_at, b.results_from, b.import_id, b.reminded_at
        from back b join users u on u.id = b.user_id and u.deleted_at is null
        on conflict do nothing returning user_id as id`,
    )
  ).map(({ id }) => id);

export const deleteOldRemovals = (tx: Tx, programId: string, before: Date): Promise<number> =>
  affected(
    tx,
    sql`delete from program_removed_students where program_id = ${programId} and removed_at < ${before}`,
  );

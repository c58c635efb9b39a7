import { sql } from 'kysely';
import { affected, many, type Tx } from '../../platform/database/database.ts';
import { removedReaders } from '../accounts/people-import/group-tables.ts';

interface RemovalKey {
  readonly programId: string;
  readonly removalId: string;
}

/** Removes students and returns the ids of those who were in the program. */
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

/** Puts students back and returns their ids; a student who is back by other means is left alone. */
export const moveStudentsBack = async (tx: Tx, { programId, removalId }: RemovalKey): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ id: string }>`
        with readers as (${removedReaders({ kind: 'program', id: programId }, removalId)}),
          back as (
            delete from program_removed_students
            where program_id = ${programId} and removal_id = ${removalId} and user_id in (select id from readers)
            returning user_id, joined_at, results_from, import_id, reminded_at)
        insert into program_students (program_id, user_id, joined_at, results_from, import_id, reminded_at)
        select ${programId}::uuid, user_id, joined_at, results_from, import_id, reminded_at from back
        on conflict do nothing returning user_id as id`,
    )
  ).map(({ id }) => id);

export const deleteOldRemovals = (tx: Tx, programId: string, before: Date): Promise<number> =>
  affected(
    tx,
    sql`delete from program_removed_students where program_id = ${programId} and removed_at < ${before}`,
  );

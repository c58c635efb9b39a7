import { sql } from 'kysely';
import { many, type Tx } from '../../platform/database/database.ts';
import { removedReaders } from '../accounts/people-import/group-tables.ts';

/**
 * Moves members, and those whose seat was freed, to the removed members with their data, and returns their ids. `removalId`: of
 * a removal that can be undone.
 */
export const moveMembersOut = async (
  tx: Tx,
  given: { institutionId: string; removalId: string | null; userIds: readonly string[] },
  now: Date,
): Promise<string[]> => {
  const { institutionId, removalId, userIds } = given;
  const these = sql`institution_id = ${institutionId} and user_id = any(${[...userIds]}::uuid[])`;
  const rows = await many(
    tx,
    sql<{ id: string }>`
      with seated as (
          delete from institution_members where ${these}
          returning user_id, joined_at, last_active_at, import_id, removed_before, freed_before),
        freed as (
          delete from institution_freed_seats where ${these}
          returning user_id, joined_at, last_active_at, import_id, freed_at),
        gone as (
          select *, null::timestamptz as freed_at from seated
          union all select user_id, joined_at, last_active_at, import_id, null, null, freed_at from freed)
      insert into institution_removed_members
        (institution_id, user_id, removed_at, removal_id,
          joined_at, last_active_at, import_id, removed_before, freed_before, freed_at)
      select ${institutionId}::uuid, user_id, ${now}::timestamptz, ${removalId}::uuid,
        joined_at, last_active_at, import_id, removed_before, freed_before, freed_at
      from gone
      on conflict (institution_id, user_id) do update set removed_at = excluded.removed_at,
        removal_id = excluded.removal_id, joined_at = excluded.joined_at, last_active_at = excluded.last_active_at,
        import_id = excluded.import_id, removed_before = excluded.removed_before, freed_before = excluded.freed_before,
        freed_at = excluded.freed_at
      returning user_id as id`,
  );
  return rows.map(({ id }) => id);
};

/** Puts readers back and returns who has a seat again and how many have a freed one. The others stay removed. */
export const moveMembersBack = async (
  tx: Tx,
  { institutionId, removalId }: { institutionId: string; removalId: string },
): Promise<{ seated: string[]; freed: number }> => {
  const rows = await many(
    tx,
    sql<{ id: string; isFreed: boolean }>`
      with readers as (${removedReaders({ kind: 'institution', id: institutionId }, removalId)}),
        back as (
          delete from institution_removed_members
          where institution_id = ${institutionId} and removal_id = ${removalId} and user_id in (select id from readers)
          returning *),
        seated as (
          insert into institution_members
            (institution_id, user_id, joined_at, last_active_at, import_id, removed_before, freed_before)
          select institution_id, user_id, joined_at, last_active_at, import_id, removed_before, freed_before
          from back where freed_at is null on conflict do nothing returning user_id),
        freed as (
          insert into institution_freed_seats
            (institution_id, user_id, freed_at, import_id, joined_at, last_active_at)
          select institution_id, user_id, freed_at, import_id, joined_at, last_active_at
          from back where freed_at is not null on conflict do nothing returning user_id)
      select user_id as id, false as "isFreed" from seated union all select user_id, true from freed`,
  );
  const seated = rows.flatMap(({ id, isFreed }) => (isFreed ? [] : [id]));
  return { seated, freed: rows.length - seated.length };
};

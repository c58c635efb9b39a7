import { sql } from 'kysely';
import { affected, type Db, many, one, type Tx } from '../../platform/database/database.ts';
import type { RemovalRow } from '../accounts/people-import/present-removals.ts';

interface RemovalKey {
  readonly institutionId: string;
  readonly removalId: string;
}

/** The ids of those who were members. */
export const moveMembersOut = async (
  tx: Tx,
  { institutionId, removalId, userIds }: RemovalKey & { userIds: readonly string[] },
  now: Date,
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ id: string }>`
        with gone as (
          delete from institution_members
          where institution_id = ${institutionId} and user_id = any(${[...userIds]}::uuid[])
          returning user_id, joined_at, last_active_at)
        insert into institution_removed_members
          (institution_id, user_id, removed_at, removal_id, joined_at, last_active_at)
        select ${institutionId}::uuid, user_id, ${now}::timestamptz, ${removalId}::uuid, joined_at, last_active_at
        from gone
        on conflict (institution_id, user_id) do update set removed_at = excluded.removed_at,
          removal_id = excluded.removal_id, joined_at = excluded.joined_at, last_active_at = excluded.last_active_at
        returning user_id as id`,
    )
  ).map(({ id }) => id);

export const findRemoval = (
  tx: Tx,
  { institutionId, removalId }: RemovalKey,
): Promise<{ people: number; removedAt: Date | null }> =>
  one(
    tx,
    sql<{ people: number; removedAt: Date | null }>`
      select count(*)::int as people, max(removed_at) as "removedAt" from institution_removed_members
      where institution_id = ${institutionId} and removal_id = ${removalId}`,
  );

/** Those after a moment, the newest first. */
export const listRemovals = (db: Db, institutionId: string, after: Date): Promise<RemovalRow[]> =>
  many(
    db,
    sql<RemovalRow>`
      select r.removal_id as id, max(r.removed_at) as "removedAt", count(*)::int as people,
        (array_agg(trim(u.first_name || ' ' || u.second_name) order by u.plain_name, u.id))[1:3] as names
      from institution_removed_members r join users u on u.id = r.user_id and u.deleted_at is null
      where r.institution_id = ${institutionId} and r.removal_id is not null and r.removed_at > ${after}
      group by 1 order by 2 desc, 1`,
  );

/** How many are members again: readers alone, as they were. Who is no reader any more stays out. */
export const moveMembersBack = (tx: Tx, { institutionId, removalId }: RemovalKey): Promise<number> =>
  affected(
    tx,
    sql`
      with readers as (
          select u.id from users u join institution_removed_members r on r.user_id = u.id
          where r.institution_id = ${institutionId} and r.removal_id = ${removalId}
            and u.role = 'customer' and u.deleted_at is null
          order by u.id for share of u),
        back as (
          delete from institution_removed_members
          where institution_id = ${institutionId} and removal_id = ${removalId}
            and user_id in (select id from readers)
          returning user_id, joined_at, last_active_at)
      insert into institution_members (institution_id, user_id, joined_at, last_active_at)
      select ${institutionId}::uuid, user_id, joined_at, last_active_at from back
      on conflict do nothing`,
  );

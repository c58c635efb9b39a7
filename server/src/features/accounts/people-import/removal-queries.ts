import { sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { firstNames } from './first-names.ts';
import { columnOf, isReader, membersOf, removedFrom } from './group-tables.ts';
import type { PeopleGroup } from './people-group.ts';

type Group = Pick<PeopleGroup, 'kind' | 'id'>;

/** The size and time of a removal, and whom it took out. */
export const findRemoval = (
  tx: Tx,
  group: Group,
  removalId: string,
): Promise<{ people: number; removedAt: Date | null; names: string[] }> =>
  one(
    tx,
    sql<{ people: number; removedAt: Date | null; names: string[] }>`
      select count(*)::int as people, max(r.removed_at) as "removedAt", ${firstNames} as names
      from ${removedFrom(group)} r join users u on u.id = r.user_id
      where r.${columnOf(group)} = ${group.id} and r.removal_id = ${removalId}`,
  );

/** Locks the removed people until the transaction ends: of several undos at once, one puts them back. */
export async function lockRemoval(tx: Tx, group: Group, removalId: string): Promise<void> {
  await sql`select 1 from ${removedFrom(group)} where ${columnOf(group)} = ${group.id} and removal_id = ${removalId}
    order by user_id for update`.execute(tx);
}

/** A month: nobody sends a request again after that. */
const UNDONE_KEPT_MS = 30 * DAY_MS;

/** How many came back by its undo; null = it was not undone. */
export const findUndoneRemoval = (
  tx: Tx,
  group: Group,
  removalId: string,
): Promise<{ restored: number } | null> =>
  maybeOne(
    tx,
    sql<{ restored: number }>`
      select restored from people_removals_undone where group_id = ${group.id} and removal_id = ${removalId}`,
  );

export async function storeUndoneRemoval(
  tx: Tx,
  group: Group,
  { removalId, restored }: { removalId: string; restored: number },
  now: Date,
): Promise<void> {
  const monthAgo = new Date(now.getTime() - UNDONE_KEPT_MS);
  await sql`delete from people_removals_undone where undone_at < ${monthAgo}`.execute(tx);
  await sql`insert into people_removals_undone (group_id, removal_id, undone_at, restored)
    values (${group.id}, ${removalId}, ${now}, ${restored})
    on conflict (group_id, removal_id) do update set restored = people_removals_undone.restored + excluded.restored`.execute(
    tx,
  );
}

/** Those after a moment, the newest first, with whom their undo puts back: who is back by another way is left out. */
export const listRemovals = (db: Db, group: Group, after: Date) =>
  many(
    db,
    sql<{ id: string; removedAt: Date; people: number; names: string[] }>`
      select r.removal_id as id, max(r.removed_at) as "removedAt", count(*)::int as people,
        ${firstNames} as names
      from ${removedFrom(group)} r join users u on u.id = r.user_id and ${isReader}
      where r.${columnOf(group)} = ${group.id} and r.removal_id is not null and r.removed_at > ${after}
        and not exists (select 1 from ${membersOf(group)} m
          where m.${columnOf(group)} = ${group.id} and m.user_id = r.user_id)
      group by 1 order by 2 desc, 1`,
  );

import { sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { PeopleGroup } from './people-group.ts';

type Group = Pick<PeopleGroup, 'kind' | 'id'>;
const columnOf = ({ kind }: Group) => sql.ref(kind === 'program' ? 'program_id' : 'institution_id');

/** False: the id belongs to another group's import, or this import was undone. */
export async function openImport(
  tx: Tx,
  given: { id: string; group: Group; addedBy: string },
  now: Date,
): Promise<boolean> {
  const { id, group } = given;
  await sql`insert into people_imports (id, ${columnOf(group)}, added_by, created_at)
    values (${id}, ${group.id}, ${given.addedBy}, ${now}) on conflict (id) do nothing`.execute(tx);
  const row = await maybeOne(
    tx,
    sql`select 1 from people_imports where id = ${id} and ${columnOf(group)} = ${group.id}
      and undone_at is null for share`,
  );
  return row !== null;
}

export const findImport = (tx: Tx, group: Group, importId: string) =>
  maybeOne(
    tx,
    sql<{ createdAt: Date; undoneAt: Date | null }>`
      select created_at as "createdAt", undone_at as "undoneAt" from people_imports
      where id = ${importId} and ${columnOf(group)} = ${group.id} for update`,
  );

export async function markUndone(tx: Tx, importId: string, now: Date): Promise<void> {
  await sql`update people_imports set undone_at = ${now} where id = ${importId}`.execute(tx);
}

/**
 * Those of them whose address is not verified and who got no invitation since then, each taken by one caller alone.
 */
export const claimInvitations = async (
  tx: Tx,
  userIds: readonly string[],
  { notSince, now }: { notSince: Date; now: Date },
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ id: string }>`
        update users set invitation_sent_at = ${now}
        where id = any(${[...userIds]}::uuid[]) and email_verified_at is null and deleted_at is null
          and (invitation_sent_at is null or invitation_sent_at <= ${notSince})
        returning id`,
    )
  ).map(({ id }) => id);

export async function recordInvitation(db: Db, userId: string, now: Date): Promise<void> {
  await sql`update users set invitation_sent_at = ${now} where id = ${userId}`.execute(db);
}

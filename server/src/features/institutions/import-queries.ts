import { sql } from 'kysely';
import { many, one, type Tx } from '../../platform/database/database.ts';

/** Whether the member `m` (user `u`) has accepted or read since joining, or was made a manager. */
export const hasActed = sql<boolean>`(coalesce(u.email_verified_at > m.joined_at, false)
  or coalesce(m.last_active_at > m.joined_at, false) or m.is_manager)`;

/**
 * Removes the members and frees their seats. They return to their state before the import: someone who had been removed stays
 * out, someone who had lost an idle seat may come back, and everyone else may join by the mail domain.
 */
export async function deleteIdleMembers(
  tx: Tx,
  importId: string,
): Promise<{ removed: string[]; kept: number }> {
  const gone = await many(
    tx,
    sql<{ id: string }>`with gone as (
        delete from institution_members m using users u
        where u.id = m.user_id and m.import_id = ${importId} and not ${hasActed}
        returning m.institution_id, m.user_id, m.removed_before, m.freed_before),
      removed as (
        insert into institution_removed_members (institution_id, user_id, removed_at)
        select institution_id, user_id, removed_before from gone where removed_before is not null),
      freed as (
        insert into institution_freed_seats (institution_id, user_id, freed_at)
        select institution_id, user_id, freed_before from gone where freed_before is not null)
      select user_id as id from gone`,
  );
  const { kept } = await one(
    tx,
    sql<{
      kept: number;
    }>`select count(*)::int as kept from institution_members where import_id = ${importId}`,
  );
  return { removed: gone.map(({ id }) => id), kept };
}

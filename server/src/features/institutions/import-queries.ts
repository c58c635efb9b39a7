import { sql } from 'kysely';
import { affected, one, type Tx } from '../../platform/database/database.ts';

/** Whether the member `m` (of users `u`) has accepted or read since joining, or was made a manager. */
export const hasActed = sql<boolean>`(coalesce(u.email_verified_at > m.joined_at, false)
  or coalesce(m.last_active_at > m.joined_at, false) or m.is_manager)`;

/** Their seats are free again. They are not remembered as put out: the mail domain may bring them back. */
export async function deleteIdleMembers(
  tx: Tx,
  importId: string,
): Promise<{ removed: number; kept: number }> {
  const removed = await affected(
    tx,
    sql`delete from institution_members m using users u
      where u.id = m.user_id and m.import_id = ${importId} and not ${hasActed}`,
  );
  const { kept } = await one(
    tx,
    sql<{
      kept: number;
    }>`select count(*)::int as kept from institution_members where import_id = ${importId}`,
  );
  return { removed, kept };
}

import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Whoever leaves holds no seat, and no mark of having held one. */
export async function leaveInstitutions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from institution_members where user_id = ${userId}`.execute(tx);
  await sql`delete from institution_removed_members where user_id = ${userId}`.execute(tx);
  await sql`delete from institution_freed_seats where user_id = ${userId}`.execute(tx);
}

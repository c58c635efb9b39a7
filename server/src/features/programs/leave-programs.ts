import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * For a closed account, or a user who is no longer a reader: removes the user from the lists of directors. Comments and
 * achievements are kept.
 */
export async function leavePrograms(tx: Tx, userId: string): Promise<void> {
  await sql`delete from program_students where user_id = ${userId}`.execute(tx);
  await sql`delete from program_removed_students where user_id = ${userId}`.execute(tx);
}

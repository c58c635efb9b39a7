import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * A director's list has no place for somebody who is gone, or is no reader any more and can record nothing; what they
 * wrote in discussions and what they achieved stay.
 */
export async function leavePrograms(tx: Tx, userId: string): Promise<void> {
  await sql`delete from program_students where user_id = ${userId}`.execute(tx);
  await sql`delete from program_removed_students where user_id = ${userId}`.execute(tx);
}

import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** For a closed account. Comments and achievements are kept. */
export async function leavePrograms(tx: Tx, userId: string): Promise<void> {
  await sql`delete from program_students where user_id = ${userId}`.execute(tx);
  await sql`delete from program_removed_students where user_id = ${userId}`.execute(tx);
  await sql`delete from program_ended_places where user_id = ${userId}`.execute(tx);
}

import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** When a person deletes the account. What an editor wrote for the other editors of a book belongs to the book. */
export async function forgetPrivateNotes(tx: Tx, userId: string): Promise<void> {
  await sql`delete from annotations where user_id = ${userId} and not for_editors`.execute(tx);
}

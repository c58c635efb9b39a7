import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Whether the user wants the daily mail about new comments. */
export async function setDigestChoice(db: Db, userId: string, wants: boolean): Promise<void> {
  await sql`update users set wants_digest = ${wants} where id = ${userId}`.execute(db);
}

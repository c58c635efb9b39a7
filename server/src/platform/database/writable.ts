import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Throws what any write would throw. It changes no row: on a standby, and wherever transactions are read-only, PostgreSQL
 * refuses the statement before it looks for rows.
 */
export async function demandWritable(db: Db): Promise<void> {
  await sql`delete from jobs where false`.execute(db);
}

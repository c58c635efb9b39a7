import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** For staff and others; owners change their name in the profile. */
export async function updateName(tx: Tx, id: string, name: { first: string; second: string }): Promise<void> {
  await sql`update users set first_name = ${name.first}, second_name = ${name.second} where id = ${id}`.execute(
    tx,
  );
}

import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** By somebody else: the owner of an account changes it in the profile. */
export async function updateName(tx: Tx, id: string, name: { first: string; second: string }): Promise<void> {
  await sql`update users set first_name = ${name.first}, second_name = ${name.second} where id = ${id}`.execute(
    tx,
  );
}

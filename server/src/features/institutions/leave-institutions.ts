import { sql } from 'kysely';
import type { Secret } from '../../config/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { storeRemovedAddress } from './removed-addresses.ts';

/** Deletes the seats and freed seats of a closed account. Removals from institutions outlast the account. */
export async function leaveInstitutions(
  tx: Tx,
  secretKey: Secret,
  person: { userId: string; email: string },
): Promise<void> {
  const { userId } = person;
  await storeRemovedAddress(tx, secretKey, person);
  await sql`delete from institution_members where user_id = ${userId}`.execute(tx);
  await sql`delete from institution_removed_members where user_id = ${userId}`.execute(tx);
  await sql`delete from institution_named_members where user_id = ${userId}`.execute(tx);
  await sql`delete from institution_freed_seats where user_id = ${userId}`.execute(tx);
}

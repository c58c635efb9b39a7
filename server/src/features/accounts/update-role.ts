import type { Role } from '@vesalius/contract/calls';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Takes effect with the next sign-in; the caller must end the sessions. */
export async function updateRole(
  tx: Tx,
  id: string,
  { isBeta, role }: { isBeta: boolean; role: Role },
): Promise<void> {
  await sql`update users set is_beta = ${isBeta}, role = ${role} where id = ${id}`.execute(tx);
}

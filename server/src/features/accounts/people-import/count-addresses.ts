import { createHash } from 'node:crypto';
import { IMPORT_MAX_ADDRESSES_PER_DAY } from '@vesalius/contract/people-import-limits';
import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { demand } from '../../../platform/errors.ts';
import { storeAddresses } from './import-queries.ts';

/**
 * The outcome of a row reveals whether its address can be added; for a whole country it would reveal who works where. So each
 * actor may try or add a limited number of different addresses per day. Call it after `lockActor`. Throws
 * `too_many_addresses` before any outcome is revealed.
 */
export async function countAddresses(
  tx: Tx,
  { actorId, emails }: { actorId: string; emails: readonly string[] },
  now: Date,
): Promise<void> {
  const hashes = emails.map((email) => createHash('sha256').update(`${actorId}\n${email}`).digest());
  const count = await storeAddresses(
    tx,
    { actorId, hashes },
    { now, since: new Date(now.getTime() - DAY_MS) },
  );
  demand(count <= IMPORT_MAX_ADDRESSES_PER_DAY, 'too_many_addresses');
}

import type { Role } from '@vesalius/contract/calls';
import type { Tx } from '../../platform/database/database.ts';
import { lockPersonByEmail } from './queries.ts';

/**
 * The account with this address, or null; for features whose caller may know it. Locks the account until the end of the
 * transaction, so that its role does not change.
 */
export const holdPersonByEmail = (tx: Tx, email: string): Promise<{ id: string; role: Role } | null> =>
  lockPersonByEmail(tx, email);

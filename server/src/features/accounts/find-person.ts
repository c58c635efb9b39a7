import type { Role } from '@vesalius/contract/calls';
import type { Tx } from '../../platform/database/database.ts';
import { lockPersonByEmail } from './queries.ts';

/**
 * Whose address this is, or null. For features that are given an address by somebody who may know it. The account is held
 * until the end of the transaction: its role stays what it was found to be.
 */
export const holdPersonByEmail = (tx: Tx, email: string): Promise<{ id: string; role: Role } | null> =>
  lockPersonByEmail(tx, email);

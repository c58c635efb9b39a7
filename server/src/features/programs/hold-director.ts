import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { lockDirector } from './program-queries.ts';

/**
 * Checks again within the transaction that the user directs the program, and locks that until the end. Another director's
 * program does not exist: throws `not_found`.
 */
export async function holdDirector(
  tx: Tx,
  { programId, directorId }: { programId: string; directorId: string },
): Promise<void> {
  demand(await lockDirector(tx, programId, directorId), 'not_found');
}

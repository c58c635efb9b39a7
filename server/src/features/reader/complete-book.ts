import type { Tx } from '../../platform/database/database.ts';
import { completeProgress } from './queries.ts';

/** A final test was passed: a book that was read before is completed by it. In the transaction of the attempt. */
export const completeBook = (tx: Tx, passed: { userId: string; bookId: string; now: Date }): Promise<void> =>
  completeProgress(tx, passed);

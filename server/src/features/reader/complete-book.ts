import type { Tx } from '../../platform/database/database.ts';
import { completeProgress } from './progress-queries.ts';

/** After a passed final test: completes the book if it was already read. Runs in the transaction of the attempt. */
export const completeBook = (tx: Tx, passed: { userId: string; bookId: string; now: Date }): Promise<void> =>
  completeProgress(tx, passed);

import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { errorCode } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { ProductError } from '../../../platform/errors.ts';

const LOCK_TIMEOUT_MS = 10_000;
/** Longer than the wait, so that the wait ends by its own limit, which can be told apart. */
const STATEMENT_TIMEOUT_MS = LOCK_TIMEOUT_MS + 2000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A transaction that decides what readers see. It waits for others about the same book for longer than a statement may take,
 * and then gets their result. Throws `published_meanwhile` if they take even longer: the caller looks again.
 */
export async function inTurn<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await inTransaction(
      db,
      async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
        return work(tx);
      },
      { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    );
  } catch (error) {
    if (errorCode(error) === LOCK_NOT_AVAILABLE)
      throw new ProductError('published_meanwhile', { cause: error });
    throw error;
  }
}

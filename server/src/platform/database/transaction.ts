import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { isRetryable } from './errors.ts';

/** Six runs with growing random delays (up to 10, 20, 40, 80, 160 ms) are enough for any normal contention. */
const MAX_RUNS = 6;
const FIRST_RETRY_DELAY_MS = 10;

export interface TransactionOptions {
  isolation?: IsolationLevel;
  /** For a long report: replaces the statement timeout of 1.5 s. */
  statementTimeoutMs?: number;
}

/**
 * Runs `work` in one transaction, and again if PostgreSQL aborted it because of a serialization failure or a deadlock. So
 * `work` must not change anything outside of the database: mail and calls of providers are jobs. Inside of a transaction it
 * joins that one, so that a use case can call another; only the outermost call retries.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  if (db.isTransaction) {
    if (options.isolation) throw new Error('the isolation level is chosen where the transaction begins');
    return work(db as Tx);
  }
  const transaction = options.isolation
    ? db.transaction().setIsolationLevel(options.isolation)
    : db.transaction();
  for (let run = 1; ; run += 1) {
    try {
      return await transaction.execute(async (tx) => {
        if (options.statementTimeoutMs !== undefined) {
          await sql`set local statement_timeout = ${sql.lit(options.statementTimeoutMs)}`.execute(tx);
        }
        return work(tx);
      });
    } catch (error) {
      if (!isRetryable(error) || run === MAX_RUNS) throw error;
      // Random, so that two transactions that collided do not collide again.
      await sleep(Math.random() * FIRST_RETRY_DELAY_MS * 2 ** (run - 1));
    }
  }
}

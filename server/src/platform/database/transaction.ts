import { setTimeout as sleep } from 'node:timers/promises';
import { type IsolationLevel, sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { isRetryable } from './errors.ts';

/** Six runs with growing random pauses (up to 10, 20, 40, 80, 160 ms) outlast any honest contention. */
const MAX_RUNS = 6;
const FIRST_PAUSE_MS = 10;

export interface TransactionOptions {
  isolation?: IsolationLevel;
  /** For a long report: replaces the 1.5 s that one statement may take. */
  statementTimeoutMs?: number;
}

/**
 * Runs `work` in one transaction, and again when PostgreSQL chose it as the victim of a serialization conflict
 * or a deadlock. So `work` changes nothing outside the database: mail and calls leave through the job queue.
 * Within a transaction it joins that one, so that a use case can call another one; only the outermost retries.
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
      // Random, so that two that met do not meet again.
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (run - 1));
    }
  }
}

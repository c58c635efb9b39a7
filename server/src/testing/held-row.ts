import { type RawBuilder, sql } from 'kysely';
import { type Db, one } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** For `testApp`: the first request waits while the next ones check a password, maybe on a busy machine. */
export const PATIENT = { statementTimeoutMs: 15_000 } as const;

/** Makes requests that lock the same account wait for it in this order. */
export const inThisOrder = <Result>(
  db: Db,
  userId: string,
  requests: readonly (() => Promise<Result>)[],
): Promise<Result[]> =>
  whileHeld(db, sql`select 1 from users where id = ${userId} for no key update`, requests);

/**
 * Locks a row and starts each request when the one before it waits for that row; then releases the lock. The requests get it
 * in the order in which they were started. `meanwhile` runs before the lock is released, when all of them wait.
 */
export async function whileHeld<Result>(
  db: Db,
  hold: RawBuilder<unknown>,
  requests: readonly (() => Promise<Result>)[],
  meanwhile?: RawBuilder<unknown>,
): Promise<Result[]> {
  const running = await inTransaction(db, async (tx) => {
    await hold.execute(tx);
    const started: Promise<Result>[] = [];
    for (const request of requests) {
      let hasAnswer = false;
      const answer = request().finally(() => {
        hasAnswer = true;
      });
      started.push(answer);
      while ((await countWaiting(db)) < started.length)
        if (hasAnswer) throw new Error('a request was answered without waiting for the row');
    }
    await meanwhile?.execute(tx);
    return { started };
  });
  return Promise.all(running.started);
}

/** Uses its own connection, because a transaction keeps the snapshot of its first read. */
async function countWaiting(db: Db): Promise<number> {
  const { n } = await one(
    db,
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return n;
}

import { type RawBuilder, sql } from 'kysely';
import { type Db, one } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';

/** For `testApp`: the first of them waits while the next ones check a password, on a machine that may be busy. */
export const PATIENT = { statementTimeoutMs: 15_000 } as const;

/** Requests that meet in one account, in an order that is certain. */
export const inThisOrder = <Result>(
  db: Db,
  userId: string,
  requests: readonly (() => Promise<Result>)[],
): Promise<Result[]> =>
  whileHeld(db, sql`select 1 from users where id = ${userId} for no key update`, requests);

/**
 * A row is held, each request is started when the one before it waits for the row, and then the row is let go. They get it
 * in the order in which they came.
 */
export async function whileHeld<Result>(
  db: Db,
  hold: RawBuilder<unknown>,
  requests: readonly (() => Promise<Result>)[],
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
        if (hasAnswer) throw new Error('a request did not come to the row: it was answered without it');
    }
    return { started };
  });
  return Promise.all(running.started);
}

/** On a connection of its own: within a transaction the view stays as it was read first. */
async function countWaiting(db: Db): Promise<number> {
  const { n } = await one(
    db,
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return n;
}

/** After the last act: waits until payments are resolved and letters are sent, without intervention. */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');
/** Attempts that the provider never saw are given up three minutes after they were sent; letters wait up to minutes. */
const PATIENCE_MS = 420_000;

const LEFT = `select
  (select count(*)::int from payments where state in ('started', 'unknown')) as payments,
  (select count(*)::int from jobs where done_at is null and dead_at is null and run_at < now() + interval '3 minutes'
     and attempts > 0) as retried,
  (select count(*)::int from jobs where done_at is null and dead_at is null and run_at < now()) as due,
  (select count(*)::int from jobs where dead_at is not null) as dead`;

/** The problems that remain after the time limit. */
export async function untilSettled(url, { say }) {
  const began = Date.now();
  /** @type {{ payments: number, due: number, retried: number, dead: number } | null} */
  let left = null;
  for (; Date.now() - began < PATIENCE_MS; await sleep(2000)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
    client.on('error', () => {});
    try {
      await client.connect();
      left = (await client.query(LEFT)).rows[0];
    } catch {
      left = null;
    } finally {
      await client.end().catch(() => {});
    }
    if (left && left.payments + left.due + left.retried === 0) break;
  }
  say(`settled after ${((Date.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(left)}`);
  if (!left) return ['the database did not come back'];
  const problems = [];
  if (left.payments > 0) problems.push(`${left.payments} payments without an end`);
  if (left.due + left.retried > 0) problems.push(`${left.due + left.retried} jobs not done`);
  if (left.dead > 0) problems.push(`${left.dead} jobs given up`);
  return problems;
}

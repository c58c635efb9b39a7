/**
 * Four processes with 20 connections each share 20 connections of the database behind PgBouncer in transaction mode.
 * Owed: the same day with the same audit, without an error; the limits of statements in force in every connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startActing } from '../acting.mjs';
import { fillDatabase } from '../application.mjs';
import { POOLER_URL, PRIMARY_URL } from '../balancer.mjs';
import { OWNER } from '../database.mjs';

const PROCESSES_OF_A_HOST = 2;
const POOL_SIZE = 20;
const SERVER_CONNECTIONS = 20;
const LIMITS = `select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
  where d.datname = 'vesalius' and 'statement_timeout=1500' = any(s.setconfig)`;
const CONNECTIONS = `select count(*) from pg_stat_activity where usename = '${OWNER.username}'`;

/** @param {import('../laboratory.mjs').Laboratory} laboratory @param {import('../run.mjs').Values} values */
export async function pooler({ database, balancer, folder, say }, values) {
  say('starting three database hosts');
  await database.start();
  balancer.start();
  const dataDir = await fillDatabase({ folder, prepared: values.prepared, url: PRIMARY_URL });
  balancer.startPooler({ connections: SERVER_CONNECTIONS });
  const variables = { DATABASE_NAMED_STATEMENTS: 'false', DATABASE_POOL_SIZE: String(POOL_SIZE) };
  const { outside, products, load } = await startActing(
    { folder, say },
    { dataDir, people: values.people, url: POOLER_URL, variables, each: PROCESSES_OF_A_HOST },
  );
  let most = 0;
  for (const endAt = Date.now() + Number(values.minutes) * 60_000; Date.now() < endAt; await sleep(2000))
    most = Math.max(most, Number(await database.ask(CONNECTIONS)));
  const problems = await load.finish({ say });
  const hasLimits = (await database.ask(LIMITS)) === '1';
  await outside.close();
  console.log(
    `${products.length} processes with ${POOL_SIZE} connections each: ${most} of the database at most; ` +
      `the role's limits are ${hasLimits ? 'set' : 'missing'}`,
  );
  if (!hasLimits) problems.push('statements have no limit behind the pooler');
  if (most > SERVER_CONNECTIONS) problems.push(`${most} connections of the database`);
  return problems;
}

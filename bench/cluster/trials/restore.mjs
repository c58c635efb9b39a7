/**
 * A table is dropped, and the database restored to the second before with pgBackRest. Owed: every table has the rows that
 * it had then, and the auditor finds everything that was acknowledged.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../day/audit-day.mjs';
import { startActing } from '../acting.mjs';
import { fillDatabase } from '../application.mjs';
import { createBackrest } from '../backrest.mjs';
import { PRIMARY_URL } from '../balancer.mjs';

const pg = createRequire(new URL('../../../server/package.json', import.meta.url))('pg');
const DROPPED = 'annotations';

/** @param {import('../laboratory.mjs').Laboratory} laboratory @param {import('../run.mjs').Values} values */
export async function restore({ database, balancer, folder, say }, values) {
  say('starting three database hosts');
  const backrest = createBackrest({ folder, database });
  backrest.configure();
  await database.start();
  balancer.start();
  const dataDir = await fillDatabase({ folder, prepared: values.prepared, url: PRIMARY_URL });
  say('a full backup');
  await backrest.backUp();
  const { outside, products, load } = await startActing({ folder, say }, { dataDir, people: values.people });
  await sleep(Number(values.minutes) * 60_000);
  const problems = await load.finish({ say });
  for (const { child } of products) child.kill('SIGTERM');
  await Promise.all(products.map(({ child }) => child.gone));

  const before = await checksums(PRIMARY_URL);
  const moment = await database.ask('select clock_timestamp()');
  await sleep(1000);
  await database.ask(`drop table ${DROPPED} cascade`, 'vesalius');
  await database.ask('select pg_switch_wal()');
  say(`table ${DROPPED} was dropped; restoring to ${moment}`);
  const beganAt = Date.now();
  const url = await backrest.restore(moment);
  const seconds = ((Date.now() - beganAt) / 1000).toFixed(0);
  const after = await checksums(url);
  const different = [...before.keys()].filter((table) => after.get(table) !== before.get(table));
  say(`restored and promoted in ${seconds} s: ${before.size} tables, ${different.length} differ`);
  for (const table of different)
    problems.push(`${table}: ${before.get(table)} before, ${after.get(table) ?? 'missing'} after`);
  const differences = await audit({ ledgerFile: load.ledgerFile, url });
  if (differences > 0) problems.push(`${differences} differences between ledger and restored database`);
  await outside.close();
  return problems;
}

/** Of each table its number of rows and the sum of their hashes. */
async function checksums(url) {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows: tables } = await db.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const sums = new Map();
  for (const { name } of tables) {
    const { rows } = await db.query(
      `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
    );
    sums.set(name, rows[0].sum);
  }
  await db.end();
  return sums;
}

/**
 * The whole server beside what people would otherwise build this on: Strapi 5.54 and Directus 10.13, and beside a bare
 * `node:http` handler with our statements. The same rows on the same PostgreSQL (the embedded one, a database each),
 * signed-in readers, one process each, interleaved windows, medians.
 *
 *   npm run build
 *   npm ci --prefix bench/peers/strapi && npm ci --prefix bench/peers/directus
 *   node bench/peers/run.mjs [seconds a window] [windows]        defaults: 3, 5; about six minutes
 *
 * What each is asked, see `acts` in ours.mjs, strapi/peer.mjs and directus/peer.mjs. Submissions: ours grades and keeps
 * a chapter test, once a reader; Strapi has a controller that grades and stores with its document service in one
 * transaction; Directus takes POST /items/answers with forty rows in one request, and grades nothing.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { built, root } from '../built.mjs';
import { startDirectus } from './directus/peer.mjs';
import { makeRows, startBareReads, startBareSubmit, startOurs } from './ours.mjs';
import { READERS } from './rows.mjs';
import { startStrapi } from './strapi/peer.mjs';

const [seconds = '3', windows = '5'] = process.argv.slice(2);
const PORT = Number(process.env.PORT ?? 4500);
/** ONLY=Directus, ACTS=list,update: a part of it. */
const ONLY = process.env.ONLY?.split(',');
const ACTS = process.env.ACTS?.split(',') ?? ['list', 'item', 'update', 'submit'];
/** More than any machine that this ran on; each needs a reader of its own. */
const SUBMISSIONS_A_SECOND = 1500;
/** A submission takes others so long that fewer wait for it at once. */
const CONNECTIONS = { submit: 16 };
const WARM = 3;
const OWED = { list: [6, 5], update: [7, 10] };

const pg = createRequire(join(root, 'server/package.json'))('pg');
const { openDatabase } = await built('platform/database/database.js');
const { migrateToLatest } = await built('platform/database/migrate.js');
const folder = mkdtempSync(join(tmpdir(), 'peers-'));
const log = { info() {}, warn() {}, error: console.error };
const database = await openDatabase({ dataDir: folder, log });
await migrateToLatest(database.db, { log });
const address = new URL(database.url);
const host = address.searchParams.get('host');
const own = new pg.Pool({ connectionString: database.url, max: 4 });
const pools = [own];
async function databaseFor(name) {
  await own.query(`create database ${name}`);
  const pool = new pg.Pool({ host, user: address.username, database: name, max: 2 });
  pool.on('error', () => {});
  pools.push(pool);
  return { database: { host, user: address.username, name }, pool };
}
own.on('error', () => {});

const startedAt = performance.now();
const said = (what) => console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${what}`);
const made = await makeRows(own, SUBMISSIONS_A_SECOND * Number(seconds) * (Number(windows) + WARM));
const common = { databaseUrl: database.url, folder, made };
const name = address.pathname.slice(1);
const contestants = {
  Vesalius: { ...(await startOurs({ ...common, port: PORT })), database: name },
  bare: { ...(await startBareReads({ ...common, port: PORT + 1 })), database: name },
  'bare insert': { ...(await startBareSubmit(common)), database: name },
};
said('our rows are made');
for (const [label, start, port] of /** @type {const} */ ([
  ['Strapi', startStrapi, PORT + 2],
  ['Directus', startDirectus, PORT + 3],
])) {
  if (ONLY && !ONLY.includes(label)) continue;
  const its = await databaseFor(label.toLowerCase());
  contestants[label] = { ...(await start({ ...its, folder, port })), database: its.database.name };
  await its.pool.query('vacuum analyze');
  said(`${label} is ready`);
}

/** Seconds of processor that a process has used (Linux). */
const cpuOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
/** Of the backends that serve this database now; pools keep theirs. */
async function databaseCpu(of) {
  const { rows } = await own.query(
    `select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [of],
  );
  return new Map(
    rows.flatMap(({ pid }) => {
      try {
        return [[pid, cpuOf(pid)]];
      } catch {
        return [];
      }
    }),
  );
}

async function measure(contestant, act, amount) {
  const { url, child, readers, acts } = contestant;
  const requestOf = (reader) => {
    const { token = reader.token, body, method = 'GET', path } = acts[act](reader);
    return {
      method,
      path,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
  };
  let client = 0;
  const before = { node: cpuOf(child.pid), sql: await databaseCpu(contestant.database) };
  const began = performance.now();
  let ended = began;
  const load = autocannon({
    url,
    connections: CONNECTIONS[act] ?? READERS,
    // A number of requests, not a time: nothing is cut off, counted by half, or still at work in the next one's window.
    amount,
    timeout: 60,
    setupClient: (one) => {
      const reader = readers[client++ % readers.length];
      one.setRequests(
        act === 'submit'
          ? [{ method: 'POST', path: '/', setupRequest: (request) => ({ ...request, ...requestOf(reader) }) }]
          : [requestOf(reader)],
      );
    },
  });
  // autocannon rounds its own time up to a second.
  load.on('response', () => {
    ended = performance.now();
  });
  const result = await load;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${act} of ${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const sql = await databaseCpu(contestant.database);
  const requests = result['2xx'];
  const spent = [...sql].reduce((sum, [pid, used]) => sum + used - (before.sql.get(pid) ?? 0), 0);
  return {
    rate: requests / ((ended - began) / 1000),
    p99: result.latency.p99,
    node: ((cpuOf(child.pid) - before.node) / requests) * 1e3,
    sql: (spent / requests) * 1e3,
    memory: memoryOf(child.pid),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value, places = 2) => Number(value.toFixed(places));
const table = [];
for (const act of ACTS) {
  const taking = Object.entries(contestants).filter(([, { acts }]) => acts[act]);
  /** @type {Record<string, Awaited<ReturnType<typeof measure>>[]>} */
  const runs = Object.fromEntries(taking.map(([label]) => [label, []]));
  // Three windows to warm up plans, caches and the compiler, and to learn how many requests fill a window.
  const amounts = Object.fromEntries(taking.map(([label]) => [label, READERS]));
  for (let window = -WARM; window < Number(windows); window += 1) {
    // As autovacuum does within the minute: the tables that are written were empty, and so are the plans for them.
    if (window > -WARM && window <= 0) for (const pool of pools) await pool.query('analyze');
    // Another one begins each time.
    for (let turn = 0; turn < taking.length; turn += 1) {
      const [label, contestant] = taking[(window + WARM + turn) % taking.length];
      const run = await measure(contestant, act, amounts[label]);
      if (window >= 0) runs[label].push(run);
      else amounts[label] = Math.max(READERS, Math.round(run.rate * Number(seconds)));
    }
  }
  const of = (label, key) => median(runs[label].map((run) => run[key]));
  for (const [label] of taking)
    table.push({
      act,
      server: label,
      'requests/s': round(of(label, 'rate'), 1),
      'p99 ms': of(label, 'p99'),
      'node CPU ms': round(of(label, 'node')),
      'database CPU ms': round(of(label, 'sql')),
      'memory MB': Math.round(of(label, 'memory')),
      'ours is': label === 'Vesalius' ? '' : `${round(of('Vesalius', 'rate') / of(label, 'rate'))} times`,
      owed: { Strapi: OWED[act]?.[0], Directus: OWED[act]?.[1], 'bare insert': 0.5 }[label] ?? '',
    });
  said(`${act} (load ${loadavg()[0].toFixed(0)})`);
}
console.table(table);
// Not asked to end: Strapi would complain of its pool at length.
for (const { child } of Object.values(contestants)) child.kill('SIGKILL');
await own.end();
await database.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);

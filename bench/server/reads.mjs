/**
 * Books list, book profile and progress update of the whole server (sessions, policy, schemas, logs, headers),
 * beside a bare node:http handler with the same statements through the same driver (bare.mjs): requests a second,
 * p99, CPU for a request. One run, interleaved windows, medians.
 *
 *   npm run build && node bench/server/reads.mjs [books] [seconds a window] [windows]     defaults: 1000, 4, 5
 *
 * Both run as processes of their own on one embedded PostgreSQL. `uncached` is the same server with
 * CATALOGUE_CACHE_SECONDS=0: every list and profile asks the database.
 */
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { built, pathOfBuilt } from '../built.mjs';
import { freePort } from '../listen.mjs';
import { untilReady } from '../until-ready.mjs';

const [books = '1000', seconds = '4', windows = '5'] = process.argv.slice(2);
const CONNECTIONS = 32;
const { openDatabase } = await built('platform/database/database.js');
const { inTransaction } = await built('platform/database/transaction.js');
const { migrateToLatest } = await built('platform/database/migrate.js');
const factories = await built('testing/factories.js');
const { hashToken, newToken } = await built('features/accounts/tokens.js');
const { newId } = await built('platform/ids.js');

const dataDir = mkdtempSync(join(tmpdir(), 'vesalius-bench-'));
const log = { info() {}, warn() {}, error: console.error };
const database = await openDatabase({ dataDir, log });
const { db } = database;
await migrateToLatest(db, { log });

const categories = ['Cardiology', 'Radiology', 'Nephrology', 'Neurology'];
let book;
for (let number = 0; number < Number(books); number += 1)
  book = await factories.buildBook(db, {
    category: categories[number % categories.length],
    title: `A Book of Medicine, Volume ${number}`,
    pages: 40,
  });
/** One for each connection: two updates of the same reader's place at the same moment are not what is measured. */
const readers = [];
for (let number = 0; number < CONNECTIONS; number += 1) {
  const { id } = await factories.buildUser(db);
  const token = newToken();
  await factories.buildSubscription(db, { userId: id, bookId: book.id, endsAt: new Date(Date.now() + 1e10) });
  await sql`insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
    values (${newId()}, ${id}, ${hashToken(token)}, now(), now(), now() + interval '1 day')`.execute(db);
  readers.push({ id, headers: { authorization: `Bearer ${token}` } });
}
await inTransaction(db, (tx) => sql`analyze`.execute(tx), { statementTimeoutMs: 120_000 });

async function product(cacheSeconds) {
  const port = await freePort();
  const child = spawn(process.execPath, [pathOfBuilt('main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dataDir, `server-${port}`),
      DATABASE_URL: database.url,
      DEMO: 'false',
      LOG_LEVEL: 'info',
      CATALOGUE_CACHE_SECONDS: String(cacheSeconds),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return { url, child };
}
async function bare() {
  const port = await freePort();
  const child = fork(new URL('bare.mjs', import.meta.url), [database.url, book.id, String(port)]);
  await new Promise((resolve) => child.once('message', resolve));
  return { url: `http://127.0.0.1:${port}`, child };
}
const servers = { bare: await bare(), server: await product(5), uncached: await product(0) };

/** Seconds of processor that a process has used (Linux). */
const cpuOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

async function measure({ url, child }, requestOf) {
  let client = 0;
  const before = cpuOf(child.pid);
  const result = await autocannon({
    url,
    setupClient: (one) => one.setRequests([{ method: 'GET', ...requestOf(readers[client++ % CONNECTIONS]) }]),
    connections: CONNECTIONS,
    duration: Number(seconds),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${requestOf(readers[0]).path}: ${result.non2xx} refused, ${result.errors} failed`);
  const requests = result['2xx'];
  return {
    rate: requests / result.duration,
    p99: result.latency.p99,
    cpu: ((cpuOf(child.pid) - before) / requests) * 1e6,
  };
}

const prefix = '/customer_portal/v1';
const update = `book_id=${book.id}&page=7`;
const list = () => ({ path: `${prefix}/books` });
const profile = () => ({ path: `${prefix}/books/${book.id}` });
const as =
  (request) =>
  ({ headers }) => ({ ...request(), headers });
const progress = as(() => ({ method: 'PATCH', path: `${prefix}/books/update_current_progress?${update}` }));
const bareList = () => ({ path: '/list' });
const bareProfile = () => ({ path: '/profile' });
const bareProgress = ({ id }) => ({ path: `/progress?page=7&user=${id}` });
const cases = [
  ['list, visitor', 'server', list, bareList],
  ['list, visitor', 'uncached', list, bareList],
  ['list, reader', 'server', as(list), bareList],
  ['profile, visitor', 'server', profile, bareProfile],
  ['profile, visitor', 'uncached', profile, bareProfile],
  ['profile, reader', 'server', as(profile), bareProfile],
  ['progress update', 'server', progress, bareProgress],
];
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = [];
for (const [name, which, ours, theirs] of cases) {
  /** @type {Record<'ours' | 'bare', { rate: number, p99: number, cpu: number }[]>} */
  const runs = { ours: [], bare: [] };
  // The first window of each warms up plans, caches and the compiler.
  for (let window = 0; window <= Number(windows); window += 1) {
    const one = await measure(servers[which], ours);
    const other = await measure(servers.bare, theirs);
    if (window > 0) {
      runs.ours.push(one);
      runs.bare.push(other);
    }
  }
  const of = (kind, key) => median(runs[kind].map((run) => run[key]));
  const ratio = (key) => Math.round((of('ours', key) / of('bare', key)) * 100) / 100;
  rows.push({
    call: name,
    server: which,
    'requests/s': Math.round(of('ours', 'rate')),
    'bare/s': Math.round(of('bare', 'rate')),
    'rate ratio': ratio('rate'),
    'p99 ms': of('ours', 'p99'),
    'bare p99': of('bare', 'p99'),
    'CPU µs': Math.round(of('ours', 'cpu')),
    'bare CPU µs': Math.round(of('bare', 'cpu')),
    'CPU ratio': ratio('cpu'),
  });
}
console.table(rows);
for (const { child } of Object.values(servers)) child.kill();
await sleep(1500);
await database.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

/**
 * Sign-ins a second of one process, and how late its event loop is meanwhile: right passwords of many people, each
 * with the whole way (throttles, Argon2id at 19 MiB and two passes, a new session), while other readers ask for
 * small things whose p99 is measured beside. Floor of the targets: 50 a second on two cores, event loop p99 20 ms.
 *
 *   npm run build && node bench/server/sign-ins.mjs [seconds a window] [windows]     defaults: 8, 3
 *
 * The server is a process of its own on an embedded PostgreSQL; `event-loop.mjs`, loaded into it, reports the delay.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { built, pathOfBuilt } from '../built.mjs';
import { freePort } from '../listen.mjs';
import { untilReady } from '../until-ready.mjs';

const [seconds = '8', windows = '3'] = process.argv.slice(2);
/** So many people sign in at the same time, each again and again. */
const PEOPLE = 16;
const PASSWORD = 'Ward-round 7';
const { openDatabase } = await built('platform/database/database.js');
const { migrateToLatest } = await built('platform/database/migrate.js');
const { hashPassword } = await built('features/accounts/passwords.js');
const { buildUser } = await built('testing/factories.js');
const { sql } = await import('kysely');

const dataDir = mkdtempSync(join(tmpdir(), 'vesalius-bench-'));
const log = { info() {}, warn() {}, error: console.error };
const database = await openDatabase({ dataDir, log });
await migrateToLatest(database.db, { log });
const hash = await hashPassword(PASSWORD);
const emails = [];
for (let number = 0; number < PEOPLE; number += 1) {
  const { id, email } = await buildUser(database.db);
  await sql`update users set password_hash = ${hash} where id = ${id}`.execute(database.db);
  emails.push(email);
}

const port = await freePort();
const report = join(dataDir, 'event-loop.json');
const server = spawn(
  process.execPath,
  ['--import', new URL('event-loop.mjs', import.meta.url).pathname, pathOfBuilt('main.js')],
  {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: database.url,
      DEMO: 'false',
      LOG_LEVEL: 'info',
      EVENT_LOOP_REPORT: report,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
process.on('exit', () => server.kill());
const url = `http://127.0.0.1:${port}`;
await untilReady(url, server);

/** The delay of the event loop since the last time that it was asked for (milliseconds). */
async function eventLoop() {
  server.kill('SIGUSR2');
  await sleep(300);
  return JSON.parse(readFileSync(report, 'utf8'));
}
const shoot = (options) => autocannon({ url, duration: Number(seconds), ...options });
/** Each connection is one person: many at once at one account would be a guesser, who is made to wait. */
const signIns = () => {
  let next = 0;
  return shoot({
    connections: PEOPLE,
    setupClient(client) {
      const number = next++ % PEOPLE;
      client.setRequests([
        {
          method: 'POST',
          path: '/v1/sessions',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: emails[number], password: PASSWORD, device_id: `bench-${number}` }),
        },
      ]);
    },
  });
};
const smallThings = () =>
  shoot({ connections: 2, overallRate: 50, requests: [{ path: '/customer_portal/v1/users/user_jobs' }] });

const rows = [];
await signIns();
for (let window = 0; window < Number(windows); window += 1) {
  await eventLoop();
  const alone = await smallThings();
  const idle = await eventLoop();
  const [busy, beside] = await Promise.all([signIns(), smallThings()]);
  const loaded = await eventLoop();
  if (busy.non2xx > 0 || busy.errors > 0) throw new Error(`${busy.non2xx} sign-ins were refused`);
  rows.push({
    'sign-ins a second': busy['2xx'] / busy.duration,
    'sign-in p50 ms': busy.latency.p50,
    'sign-in p99 ms': busy.latency.p99,
    'event loop p99 ms': loaded.p99,
    'event loop p99 ms, no sign-ins': idle.p99,
    'small request p99 ms beside': beside.latency.p99,
    'small request p99 ms alone': alone.latency.p99,
  });
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(
  `cores ${availableParallelism()}, load ${loadavg()[0].toFixed(1)}, ${windows} windows of ${seconds} s`,
);
for (const name of Object.keys(rows[0]))
  console.log(`${name.padEnd(34)} ${median(rows.map((row) => row[name])).toFixed(1)}`);

server.kill('SIGTERM');
await new Promise((resolve) => server.once('exit', resolve));
await database.close();
rmSync(dataDir, { recursive: true, force: true });

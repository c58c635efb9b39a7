/**
 * Made-up requests from the contract's schemas to every call, by every kind of caller, against a server process of its
 * own over real sockets: no answer of 500 or above, none that hangs, and no memory that grows.
 *
 *   npm run build && node bench/fuzz/run.mjs [requests] [seed]     defaults: 100000, 1
 *
 * FUZZ_PORT is the server's port (4107), FUZZ_DATA_DIR its data (a new temporary folder). The same seed makes the same
 * requests. The short walk that `npm test` takes is server/src/app/fuzz.http.test.ts.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS, SERVER_VARIABLES } from '../../scripts/server-flags.mjs';
import { built, pathOfBuilt } from '../built.mjs';

const [requests = 100_000, seed = 1] = process.argv.slice(2).map(Number);
const port = Number(process.env.FUZZ_PORT ?? 4107);
const CONCURRENCY = 8;
const HANGS_AFTER_MS = 20_000;
/** The allowed growth of a process's memory between warm-up and end (megabytes). */
const MOST_GROWTH_MB = 60;

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { callingApp } = await built('testing/calling-app.js');
const { buildWorld } = await built('testing/calls/world.js');
const { describeFailures, fuzz } = await built('testing/calls/fuzz.js');

const dataDir = process.env.FUZZ_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'vesalius-fuzz-'));
const SECRET_KEY = 'a secret of the fuzzing, long enough for it';
const environment = { DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error', SECRET_KEY };

const { deps, database } = await openDeps(environment);
const app = await buildApp(deps, { web: false });
await app.ready();
const world = await buildWorld(callingApp(app, deps, deps.clock));

const server = spawn(process.execPath, [...SERVER_FLAGS, pathOfBuilt('main.js')], {
  env: {
    ...SERVER_VARIABLES,
    ...process.env,
    ...environment,
    DATABASE_URL: database.url,
    PORT: String(port),
    // Each request has its own address: otherwise the throttles would answer instead of the calls.
    TRUST_PROXY: 'true',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let lastFault = '';
server.stdout.on('data', (chunk) => {
  lastFault = String(chunk).slice(0, 1000);
});
let stopped = false;
server.on('exit', (code) => {
  if (stopped) return;
  console.error(`the server ended with ${code}`);
  process.exit(1);
});
for (let tries = 0; tries < 240; tries += 1) {
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  if (ready?.ok) break;
  await sleep(500);
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
const send = ({ method, url, headers, payload }, { token, number }) =>
  new Promise((resolve) => {
    const sent = httpRequest(
      {
        ...{ port, method, path: url, agent },
        headers: {
          'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
          ...headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }),
        },
      },
      (answer) => {
        answer.resume();
        const status = answer.statusCode ?? 0;
        answer.on('end', () => resolve({ status, text: status < 500 ? '' : lastFault }));
      },
    );
    // The server may refuse a body before it is sent to its end and close: that is an answer, too.
    sent.on('error', (error) => resolve({ status: 499, text: error.message }));
    sent.end(payload);
  });

const memory = () =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024);
const weights = [];
const startedAt = performance.now();
const report = await fuzz({
  ...{ world, send, requests, seed, concurrency: CONCURRENCY, hangsAfterMs: HANGS_AFTER_MS },
  afterEach: ({ requests: done, failures }) => {
    weights.push(memory());
    if (done % 5000 === 0)
      console.log(
        `${done} requests, ${failures.length} failures, ${weights.at(-1)} MB, ${Math.round((performance.now() - startedAt) / 1000)} s`,
      );
  },
});

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const part = Math.max(1, Math.floor(weights.length / 5));
/** The first fifth is warming up. */
const [warm, end] = [median(weights.slice(part, 2 * part)), median(weights.slice(-part))];
const statuses = [...report.statuses].sort(([a], [b]) => a - b);
console.log(
  `\n${report.requests} requests, seed ${seed}, ${Math.round((performance.now() - startedAt) / 1000)} s`,
);
console.log(`answers: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`);
console.log(`slowest answer: ${Math.round(report.slowestMs)} ms`);
console.log(`memory of the server (medians): ${warm} MB when warm, ${end} MB at the end`);
const grew = weights.length >= 10 && end - warm > MOST_GROWTH_MB;
if (grew) console.log(`MEMORY GREW by more than ${MOST_GROWTH_MB} MB`);
if (report.failures.length > 0)
  console.log(`${report.failures.length} FAILURES\n${describeFailures(report.failures)}`);
else console.log('no answer of 500 or above, none that hung');

stopped = true;
server.kill('SIGTERM');
agent.destroy();
await app.close();
await database.close();
if (!process.env.FUZZ_DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
process.exit(report.failures.length > 0 || grew ? 1 : 0);

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundleForNode } from '../testing/bundle.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';

/*
 * Several processes on one port, as `WORKERS` starts them: their metrics are one whole, and replacing them one by one costs
 * no request.
 */
vi.setConfig({ testTimeout: 200_000 });
const folder = mkdtempSync(join(tmpdir(), 'vesalius-cluster-'));
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
let database: TestDatabase;
let server: ChildProcess;
let port = 0;
let metricsPort = 0;
let said = '';

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port: free } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return free;
};
/** A connection for each, so that both processes get some. */
const ask = async (path: string, at = port) => {
  const answer = await fetch(`http://127.0.0.1:${at}${path}`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(15_000),
  });
  return { status: answer.status, text: await answer.text() };
};
const series = (text: string, start: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(start))
    .map((line) => Number(line.split(' ').at(-1)));

beforeAll(async () => {
  [bundle, database, port, metricsPort] = await Promise.all([
    bundleForNode(join(import.meta.dirname, '../main.ts')),
    testDatabase(),
    freePort(),
    freePort(),
  ]);
  server = spawn(process.execPath, [bundle.file], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DEMO: 'false',
      WORKERS: '2',
      TRUST_PROXY: 'true',
      // Refusals of a machine that is busy with other tests are not what is asked here.
      MAX_EVENT_LOOP_DELAY_MS: '0',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '3',
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (said += String(text)));
  // The port answers when the first process listens; the second one may not listen yet.
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), {
    timeout: 60_000,
    interval: 20,
  });
  server.kill('SIGHUP');
  await vi.waitFor(() => expect(said).toContain('(2 processes)'), { timeout: 60_000, interval: 100 });
  await vi.waitFor(() => expect(said).toContain('all workers were replaced'), {
    timeout: 60_000,
    interval: 100,
  });
});
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  if (server.exitCode === null && server.kill('SIGTERM')) await ended;
  await database.close();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('the metrics are of all processes together, whichever answered', async () => {
  for (let count = 0; count < 30; count += 1) expect((await ask('/healthz')).status).toBe(200);
  for (let scrape = 0; scrape < 3; scrape += 1) {
    const { status, text } = await ask('/metrics', metricsPort);
    expect(status).toBe(200);
    const counts = series(
      text,
      'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}',
    );
    expect(counts).toEqual([30]);
    // The jobs are the database's: not once for each process.
    expect(series(text, 'jobs_waiting{state="dead"}')).toEqual([0]);
  }
});

test('replacing the processes one by one costs no request, and the port stays ready', async () => {
  let replaced = false;
  const asking = (async () => {
    let answers = 0;
    while (!replaced || answers < 20) {
      for (const path of ['/customer_portal/v1/categories', '/readyz']) {
        const { status, text } = await ask(path);
        expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      }
      answers += 1;
    }
    return answers;
  })();
  asking.catch(() => {});
  server.kill('SIGHUP');
  // The log is written in portions; the metrics tell at once that the old ones are gone.
  await vi.waitFor(
    async () => {
      const { status, text } = await ask('/metrics', metricsPort);
      expect(status).toBe(200);
      const old = series(
        text,
        'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}',
      );
      expect(old).toEqual([]);
    },
    { timeout: 150_000, interval: 200 },
  );
  replaced = true;
  expect(await asking).toBeGreaterThanOrEqual(20);
});

test('while all of them stop, readyz says so as long as the proxy may need to notice', async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(503), {
    timeout: 30_000,
    interval: 20,
  });
  await ended;
  expect(server.exitCode).toBe(0);
});

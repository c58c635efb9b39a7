import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limitConnections, maxConnections } from '../platform/connection-limit.ts';
import { bundleForNode } from '../testing/bundle.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../testing/database.ts';

/* More connections than there are file descriptors: some are refused, and nobody else notices. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const DESCRIPTORS = 600;
const folder = mkdtempSync(join(tmpdir(), 'vesalius-descriptors-'));
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
let database: TestDatabase;
let server: ChildProcess;
let said = '';
let port = 0;

beforeAll(async () => {
  [bundle, database] = await Promise.all([
    bundleForNode(join(import.meta.dirname, '../main.ts')),
    testDatabase(),
  ]);
  const command = `ulimit -n ${DESCRIPTORS}; exec "$0" "$1"`;
  server = spawn('/bin/sh', ['-c', command, process.execPath, bundle.file], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DEMO: 'false',
      PORT: '0',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (said += String(text)));
  await vi.waitFor(() => expect(said).toMatch(/ready at/), { timeout: 90_000, interval: 100 });
  port = Number(/ready at \S+:(\d+)/.exec(said)?.[1]);
});
afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  if (server.exitCode === null && server.kill('SIGTERM')) await ended;
  await database.close();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })).status;

test.skipIf(process.platform !== 'linux')(
  'a crowd of idle connections does not end the process',
  async () => {
    const sockets: Socket[] = [];
    let closed = 0;
    for (let count = 0; count < DESCRIPTORS; count += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => (closed += 1));
      socket.resume();
      sockets.push(socket);
    }
    const room = maxConnections(DESCRIPTORS, 4);
    await vi.waitFor(() => expect(closed).toBe(sockets.length - room), { timeout: 60_000, interval: 100 });
    expect(server.exitCode).toBeNull();
    await vi.waitFor(() => expect(said).toMatch(/connections are refused/), { timeout: 10_000 });
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await ask('/readyz')).toBe(200), { timeout: 30_000, interval: 100 });
    // Told once a second, not once a connection.
    expect(said.match(/connections are refused/g)?.length).toBeLessThan(60);
  },
);

test('an accept that fails is told, not thrown', async () => {
  const app = Fastify();
  const log = recordingLog();
  limitConnections(app, 10, log);
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' });
  for (let count = 0; count < 100; count += 1) app.server.emit('error', error);
  expect(log.lines.filter(({ text }) => text === 'connections are refused')).toHaveLength(1);
  await app.close();
});

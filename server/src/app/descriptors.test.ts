import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { limitConnections, maxConnections, maxPerNetwork } from '../platform/connection-limit.ts';
import { bundleForNode } from '../testing/bundle.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../testing/database.ts';

/*
 * More connections than there are file descriptors: some are refused, and nobody else notices. Directly on the net one
 * network leaves room for the others; behind a proxy all connections come from one address.
 */
const DESCRIPTORS = 800;
const folder = mkdtempSync(join(tmpdir(), 'vesalius-descriptors-'));
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
let database: TestDatabase;
const open: Socket[] = [];

beforeAll(async () => {
  [bundle, database] = await Promise.all([
    bundleForNode(join(import.meta.dirname, '../main.ts')),
    testDatabase(),
  ]);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await database.close();
  bundle.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(environment: Record<string, string>) {
  const command = `ulimit -n ${DESCRIPTORS}; exec "$0" "$1"`;
  const child: ChildProcess = spawn('/bin/sh', ['-c', command, process.execPath, bundle.file], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DEMO: 'false',
      PORT: '0',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += String(part)));
  await vi.waitFor(() => expect(text).toMatch(/ready at/), { timeout: 90_000, interval: 100 });
  const port = Number(/ready at \S+:(\d+)/.exec(text)?.[1]);
  return {
    child,
    said: () => text,
    ask: async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })).status,
    /** Connections that say nothing; how many of them were closed. */
    crowd(count: number, localAddress: string) {
      let closed = 0;
      for (let index = 0; index < count; index += 1) {
        const socket = connect({ port, host: '127.0.0.1', localAddress });
        socket.on('error', () => {});
        socket.on('close', () => (closed += 1));
        socket.resume();
        open.push(socket);
      }
      return () => closed;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    },
  };
}
const WAIT = { timeout: 60_000, interval: 100 };

describe.skipIf(process.platform !== 'linux')('a crowd of idle connections', () => {
  const room = maxConnections(DESCRIPTORS, 4);

  it('does not end the process', async () => {
    const server = await serve({ TRUST_PROXY: '1' });
    const closed = server.crowd(DESCRIPTORS, '127.0.0.1');
    await vi.waitFor(() => expect(closed()).toBe(DESCRIPTORS - room), WAIT);
    expect(server.child.exitCode).toBeNull();
    await vi.waitFor(() => expect(server.said()).toMatch(/connections are refused/), WAIT);
    for (const socket of open) socket.destroy();
    await vi.waitFor(async () => expect(await server.ask('/readyz')).toBe(200), WAIT);
    // Told once a second, not once a connection.
    expect(server.said().match(/connections are refused/g)?.length).toBeLessThan(60);
    await server.stop();
  });

  it('of one network leaves room for the others', async () => {
    const server = await serve({});
    const closed = server.crowd(DESCRIPTORS, '127.0.0.2');
    await vi.waitFor(() => expect(closed()).toBe(DESCRIPTORS - maxPerNetwork(room)), WAIT);
    // From another address, while the crowd stays.
    for (let count = 0; count < 20; count += 1) expect(await server.ask('/healthz')).toBe(200);
    expect(server.said()).toMatch(/too many of one network/);
    const others = server.crowd(room, '127.0.0.3');
    await vi.waitFor(() => expect(others()).toBe(maxPerNetwork(room)), WAIT);
    await server.stop();
  });
});

it.each([
  ['of the limit that we ask for: a lecture hall', 8192, 2020],
  ['of half of that: a lecture hall, and some for the others', 4096, 1800],
  ['of few', 600, 122],
  ['of the sample unit', 65_536, 16_356],
  ['without a limit, because memory has one', Number.POSITIVE_INFINITY, 16_384],
])('the share of one network %s', (_name, descriptors, share) => {
  const max = maxConnections(descriptors, 16);
  expect(maxPerNetwork(max)).toBe(share);
  expect(max - maxPerNetwork(max)).toBeGreaterThanOrEqual(Math.min(128, Math.floor(max / 2)));
});

it('an accept that fails is told, not thrown', async () => {
  const app = Fastify();
  const log = recordingLog();
  limitConnections(app, { max: 10, maxPerNetwork: 5 }, log);
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' });
  for (let count = 0; count < 100; count += 1) app.server.emit('error', error);
  expect(log.lines.filter(({ text }) => text === 'connections are refused')).toHaveLength(1);
  await app.close();
});

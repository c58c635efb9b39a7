import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from './durations.ts';
import { buildHttp } from './http.ts';

/* A response takes memory for as long as its reader takes nothing, so it does not wait for ever. */
const STALLED_AFTER_MS = 1_500;
const CHUNK = Buffer.alloc(65_536, 'x');
const TOTAL_BYTES = 32 * 1024 * 1024;
let app: FastifyInstance;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await app.close();
});

const connectionsOf = (http: FastifyInstance) =>
  new Promise<number>((resolve) => http.server.getConnections((_error, count) => resolve(count)));

/** Asks for a response that fits in no buffer of the system. */
async function ask(stalledAfterMs = STALLED_AFTER_MS): Promise<{ isCut: () => boolean }> {
  app = await buildHttp({
    ...{ log: pino({ enabled: false }), trustProxy: 0, connectTo: [], https: false, scriptHashes: [] },
    stalledAfterMs,
  });
  const answers: { content: Readable; left: number }[] = [];
  app.get('/large', (_request, reply) => {
    const answer = { content: new Readable({ read: () => push() }), left: TOTAL_BYTES / CHUNK.length };
    const push = () => {
      answer.left -= 1;
      answer.content.push(answer.left < 0 ? null : CHUNK);
    };
    answers.push(answer);
    return reply.send(answer.content);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET /large HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  return { isCut: () => answers.some(({ content, left }) => content.destroyed && left >= 0) };
}

test('a socket that never reads is closed, and what was to be sent is let go', async () => {
  const { isCut } = await ask();
  await vi.waitFor(() => expect(isCut()).toBe(true), { timeout: 30_000, interval: 50 });
});

test('a connection that asks on without reading is closed, long before it counts as stalled', async () => {
  await ask(10 * MINUTE_MS);
  let isClosed = false;
  client.once('close', () => {
    isClosed = true;
  });
  client.pause();
  const { port } = app.server.address() as { port: number };
  const greedy = connect(port, '127.0.0.1').on('error', () => {});
  greedy.pause();
  greedy.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(60));
  await vi.waitFor(async () => expect(await connectionsOf(app)).toBe(1), { timeout: 30_000, interval: 50 });
  expect(isClosed).toBe(false);
  greedy.destroy();
});

test('a slow reader gets all of it, however long it takes', async () => {
  const { isCut } = await ask();
  const startedAt = performance.now();
  let received = 0;
  for await (const chunk of client) {
    received += (chunk as Buffer).length;
    // Slow as long as it matters: twice the time after which a reader counts as stalled.
    if (performance.now() - startedAt < 2 * STALLED_AFTER_MS) await sleep(20);
  }
  expect(isCut()).toBe(false);
  expect(received).toBeGreaterThan(TOTAL_BYTES);
});

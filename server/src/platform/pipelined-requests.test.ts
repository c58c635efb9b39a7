import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildHttp } from './http.ts';

/* What an answer holds is given back with its connection, also while it waits behind another answer. */
let app: FastifyInstance;
let begun: number;
let open: Set<Readable>;
let closed: number;
let errors: string[];
let goOn: () => void;

beforeEach(async () => {
  [begun, open, closed, errors] = [0, new Set(), 0, []];
  const log = pino({ level: 'error' }, { write: (line) => errors.push(line) });
  app = await buildHttp({ log, trustProxy: 0, connectTo: [], https: false, scriptHashes: [] });
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  /** Never ends, as a large file that nobody reads. */
  const file = () => {
    const stream = new Readable({ read: () => void stream.push(Buffer.alloc(65_536)) });
    open.add(stream);
    return stream.once('close', () => open.delete(stream));
  };
  const route = (path: string, ready: Promise<void>) =>
    app.get(path, async (_request, reply) => {
      begun += 1;
      reply.raw.once('close', () => {
        closed += 1;
      });
      await ready;
      return reply.send(file());
    });
  route('/file', Promise.resolve());
  route('/late', gate);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** Requests in one packet; nothing of the answers is read. */
async function ask(path: string, times: number): Promise<ReturnType<typeof connect>> {
  const { port } = app.server.address() as { port: number };
  const client = connect(port, '127.0.0.1').on('error', () => {});
  client.pause().write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(times));
  return client;
}

it('files of answers that wait behind another are closed with the connection', async () => {
  const client = await ask('/file', 8);
  await vi.waitFor(() => expect(open.size).toBe(8));
  client.destroy();
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect([closed, errors]).toEqual([8, []]);
});

it('no file stays open for an answer that is ready after the connection has gone', async () => {
  const client = await ask('/late', 8);
  await vi.waitFor(() => expect(begun).toBe(8));
  client.destroy();
  await vi.waitFor(() => expect(closed).toBe(8));
  goOn();
  // Served after those of the other connection.
  const next = await ask('/file', 1);
  await vi.waitFor(() => expect(begun).toBe(9));
  next.destroy();
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect(errors).toEqual([]);
});

it('a connection with more requests than may wait is closed, and begins no more of them', async () => {
  await ask('/file', 120);
  await vi.waitFor(() => expect(closed).toBe(8));
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect([begun, errors]).toEqual([8, []]);
});

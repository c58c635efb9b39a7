import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildHttp } from './http.ts';

/* A connection holds one file at a time, however many requests it has sent. */
let app: FastifyInstance;
let begun: number;
let sent: number;
let open: Set<Readable>;
let closed: number;
let errors: string[];
let goOn: () => void;

beforeEach(async () => {
  [begun, sent, open, closed, errors] = [0, 0, new Set(), 0, []];
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
      sent += 1;
      return reply.send(file());
    });
  route('/file', Promise.resolve());
  route('/late', gate);
  app.get('/short', async () => {
    begun += 1;
    return `answer ${begun}`;
  });
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

it('of a connection that reads nothing one request is begun, and its file is closed with it', async () => {
  const client = await ask('/file', 8);
  await vi.waitFor(() => expect(open.size).toBe(1));
  // Requests of others are begun beside it.
  const other = await ask('/file', 1);
  await vi.waitFor(() => expect(open.size).toBe(2));
  for (const each of [client, other]) each.destroy();
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect([begun, closed, errors]).toEqual([2, 2, []]);
});

it('all requests of a connection that reads are answered, in their order', async () => {
  const client = await ask('/short', 8);
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  client.resume();
  await vi.waitFor(() =>
    expect(text.match(/answer \d+/g)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `answer ${n}`)),
  );
  // The line is free again.
  client.write('GET /short HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(text).toContain('answer 9'));
  client.destroy();
});

it('no file stays open for an answer that is ready after the connection has gone', async () => {
  const client = await ask('/late', 1);
  await vi.waitFor(() => expect(begun).toBe(1));
  client.destroy();
  await vi.waitFor(() => expect(closed).toBe(1));
  goOn();
  await vi.waitFor(() => expect(sent).toBe(1));
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect(errors).toEqual([]);
});

it('a connection with more requests than may wait is closed, and begins no more of them', async () => {
  await ask('/file', 120);
  await vi.waitFor(() => expect(closed).toBe(1));
  await vi.waitFor(() => expect(open.size).toBe(0));
  expect([begun, errors]).toEqual([1, []]);
});

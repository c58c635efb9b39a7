import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineEndpoints } from '@vesalius/contract/endpoints';
import pino from 'pino';
import { expect, test } from 'vitest';
import { buildHttp } from './http.ts';
import { mount } from './mount.ts';

const TEXT = 'a long report, line after line\n'.repeat(400_000);

test('a client that goes away while its report is compressed does not end the process', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  // The server ends itself at both.
  process.on('unhandledRejection', note).on('uncaughtException', note);
  const app = await buildHttp({
    ...{ log: pino({ enabled: false }), trustProxy: 0, connectTo: [], https: false, scriptHashes: [] },
  });
  let isSent = false;
  const table = defineEndpoints(
    { report: { method: 'GET', path: '/report', portals: ['root'], who: 'open' } },
    { report: { summary: 'A report', raw: 'text/csv' } },
  );
  mount(app, {} as never, async () => null as never, table, {
    report: async ({ reply }) => {
      isSent = true;
      return reply.type('text/csv').send(TEXT);
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  client.write('GET /report HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n');
  await expect.poll(() => isSent, { interval: 1 }).toBe(true);
  client.destroy();
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections, { interval: 1 }).toBe(0);
  // Compressing takes longer than noticing that the client is gone.
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/report`, { headers: { 'accept-encoding': 'br' } });
  expect((await answer.text()).length).toBe(TEXT.length);
  await sleep((performance.now() - begun) * 2);
  expect(faults).toEqual([]);
  process.off('unhandledRejection', note).off('uncaughtException', note);
  await app.close();
});

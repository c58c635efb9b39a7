import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { buildHttp } from './http.ts';
import { refuseUnderPressure } from './pressure.ts';

const SAMPLE_MS = 200;

async function buildLate(mostDelayMs: number) {
  const app = await buildHttp({
    ...{ log: pino({ enabled: false }), trustProxy: 0, connectTo: [], https: false, scriptHashes: [] },
  });
  refuseUnderPressure(app, mostDelayMs, { sampleMs: SAMPLE_MS });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/books', async () => ({ data: [] }));
  await app.ready();
  return app;
}

/** Holds the event loop back, again and again, until `ask` says yes. */
async function whileLate(ask: () => Promise<boolean>, turns = 20): Promise<boolean> {
  for (let turn = 0; turn < turns; turn += 1) {
    for (let step = 0; step < 3; step += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SAMPLE_MS);
      await sleep(0);
    }
    if (await ask()) return true;
  }
  return false;
}

test('a process that is late with everything refuses at once, says when to come again, and recovers', async () => {
  const app = await buildLate(60);
  const status = async (url: string) => (await app.inject({ url })).statusCode;
  expect(await whileLate(async () => (await status('/books')) === 503)).toBe(true);
  expect(await status('/healthz')).toBe(200);
  const refused = await app.inject({ url: '/books' });
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('3');
  expect(refused.json()).toMatchObject({ code: 'unavailable' });
  await expect.poll(() => status('/books'), { timeout: 20_000 }).toBe(200);
  await app.close();
});

test('without a limit nothing is refused', async () => {
  const app = await buildLate(0);
  const refused = async () => (await app.inject({ url: '/books' })).statusCode === 503;
  expect(await whileLate(refused, 3)).toBe(false);
  await app.close();
});

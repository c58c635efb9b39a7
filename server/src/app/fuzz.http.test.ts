/**
 * Made-up requests to every call by every kind of caller. A short walk with a fixed seed; `FUZZ_SEED` walks elsewhere,
 * and `node bench/fuzz/run.mjs 100000` walks far, against a process of its own whose memory is watched.
 */
import { writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { describeFailures, fuzz } from '../testing/calls/fuzz.ts';
import { buildWorld, type World } from '../testing/calls/world.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3000);
let t: TestApp;
let world: World;
/** The last log line: only the log contains the error behind a 500. */
let lastFault = '';
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lastFault = String(chunk).slice(0, 600);
      done();
    },
  });
  t = await testApp({ log: createLog('error', stream) });
  world = await buildWorld(t);
});
afterAll(() => t.close());

it(`${REQUESTS} requests with seed ${SEED} are all answered, and none with a fault of ours`, async () => {
  const report = await fuzz({
    world,
    requests: REQUESTS,
    seed: SEED,
    concurrency: 8,
    hangsAfterMs: 20_000,
    send: async ({ method, url, headers, payload }, { token, number }) => {
      const answer = await t.app.inject({
        method: method as 'GET',
        url,
        remoteAddress: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: answer.statusCode, text: answer.statusCode < 500 ? '' : lastFault };
    },
  });
  if (process.env.FUZZ_REPORT)
    writeFileSync(
      process.env.FUZZ_REPORT,
      `${JSON.stringify([...report.statuses])}\n${describeFailures(report.failures)}`,
    );
  expect(describeFailures(report.failures), `FUZZ_SEED=${SEED}`).toBe('');
  // It got far: a third of the requests or so did something.
  const done = [...report.statuses]
    .filter(([status]) => status < 300)
    .reduce((sum, [, count]) => sum + count, 0);
  expect(done).toBeGreaterThan(REQUESTS / 10);
}, 600_000);

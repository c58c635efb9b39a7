import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { jobHandlers } from '../../app/job-handlers.ts';
import { Secret } from '../../platform/config.ts';
import { many, one } from '../../platform/database/database.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { recordingLog } from '../../testing/database.ts';
import { buildBook } from '../../testing/factories.ts';
import { urlOfDatabase } from '../../testing/global-setup.ts';
import { runTask } from '../../testing/processes.ts';
import { EMULATED_AUTHORIZE_NET, registerEmulator } from './emulator/emulator.ts';
import { type EmulatorStore, openEmulatorStore } from './emulator/state.ts';

/*
 * A process dies (SIGKILL) at each step of a payment, and at random moments. Afterwards the jobs that the dead left
 * behind run, and the books are added up: nobody paid twice, nobody paid and got nothing, nobody got it for nothing.
 */
const ROUNDS = 50;
const AT_ONCE = 2;
const STEPS = ['before-charge', 'during-charge', 'after-charge', 'after-settle', 'any-moment'] as const;

let t: TestApp;
let provider: FastifyInstance;
let store: EmulatorStore;
let address: string;
let bundle: Awaited<ReturnType<typeof bundleForNode>>;

beforeAll(async () => {
  t = await testApp();
  provider = Fastify();
  store = openEmulatorStore(null, () => t.clock.now());
  registerEmulator(provider, store, { publicUrl: () => address, deliver: async () => 200 });
  address = await provider.listen({ port: 0, host: '127.0.0.1' });
  bundle = await bundleForNode(join(import.meta.dirname, '../../testing/payment-child.ts'));
});
afterAll(async () => {
  bundle?.remove();
  await provider?.close();
  await t?.close();
});

test(`${ROUNDS} payments killed at each step add up`, { timeout: 300_000 }, async () => {
  const { db } = t.deps;
  const url = `${address}${EMULATED_AUTHORIZE_NET}`;
  const { name } = await one(db, sql<{ name: string }>`select current_database() as name`);
  const book = await buildBook(db);
  const env = {
    DATABASE_URL: urlOfDatabase(inject('testServer').url, name),
    EMULATOR_URL: url,
    NOW: TEST_NOW,
  };
  const buyers: string[] = [];
  const round = async (number: number) => {
    const { id: userId } = await t.person();
    buyers.push(userId);
    const dieAt = STEPS[number % STEPS.length];
    const order = { userId, bookId: book.id, amount: 199, dieAt };
    const payer = runTask(bundle.file, [JSON.stringify(order)], env);
    if (dieAt === 'any-moment') {
      await payer.said('paying');
      await sleep(Math.random() * 120);
      payer.child.kill('SIGKILL');
    }
    await payer.ended;
  };
  const numbers = Array.from({ length: ROUNDS }, (_each, number) => number);
  const worker = async () => {
    for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) await round(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  const deps = {
    ...t.deps,
    config: {
      ...t.deps.config,
      AUTHORIZENET_URL: url,
      AUTHORIZENET_LOGIN_ID: 'login',
      AUTHORIZENET_TRANSACTION_KEY: new Secret('key'),
    },
  };
  for (let minute = 0; minute < 6; minute += 1) {
    t.clock.advance(60_000);
    await runDueJobs({ db, clock: t.clock, handlers: jobHandlers(deps), log: recordingLog() });
  }

  const taken = new Map<string, number>();
  const keys = await many(
    db,
    sql<{ userId: string; key: string; state: string }>`
      select user_id as "userId", attempt_key as key, state from payments`,
  );
  for (const charge of store.state.charges) {
    const owner = keys.find(({ key }) => key === charge.invoiceNumber)?.userId;
    expect(owner, 'every charge has its attempt').toBeDefined();
    if (owner) taken.set(owner, (taken.get(owner) ?? 0) + 1);
  }
  const granted = await many(
    db,
    sql<{ userId: string }>`select user_id as "userId" from subscriptions where gateway = 'card'`,
  );
  // Some died before the provider heard of them, and some after: both happened.
  expect(taken.size).toBeGreaterThan(0);
  expect(taken.size).toBeLessThan(ROUNDS);
  for (const buyer of buyers) {
    const paid = taken.get(buyer) ?? 0;
    expect(paid).toBeLessThanOrEqual(1);
    expect(granted.filter(({ userId }) => userId === buyer)).toHaveLength(paid);
  }
  expect(keys.filter(({ state }) => state !== 'approved' && state !== 'lost')).toEqual([]);
  const open = await one(db, sql<{ n: number }>`select count(*) as n from orders where state = 'open'`);
  expect(open.n).toBe(0);
});

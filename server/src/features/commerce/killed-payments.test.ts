import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { jobHandlers } from '../../app/job-handlers.ts';
import { Secret } from '../../config/config.ts';
import { many, one } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { checkout } from '../../testing/checkout.ts';
import { recordingLog } from '../../testing/database.ts';
import { buildBook } from '../../testing/factories.ts';
import { urlOfDatabase } from '../../testing/global-setup.ts';
import { type Prepared, scenes } from '../../testing/killed-payments.ts';
import { runTask } from '../../testing/processes.ts';
import {
  EMULATED_AUTHORIZE_NET,
  EMULATED_PAYPAL,
  EMULATED_WEBHOOK_ID,
  registerEmulator,
} from './emulator/emulator.ts';
import { advance } from './emulator/paypal-life.ts';
import type { WebhookSender } from './emulator/paypal-webhooks.ts';
import { type EmulatorStore, openEmulatorStore } from './emulator/state.ts';
import { reconcile } from './reconcile.ts';

/*
 * A process is killed (SIGKILL) at each step of everything that moves money: first payments, renewals, refunds,
 * PayPal's approvals, events and renewals, changes of plan. Then the jobs of the killed processes run, and all
 * records are checked: no user paid twice for a month, paid without getting access, or got a year without paying.
 */
const ROUNDS = Number(process.env.PAYMENT_KILLS ?? 50);
const AT_ONCE = 2;
const YEAR_AND_A_DAY_MS = 366 * DAY_MS;

let t: TestApp;
let deps: Deps;
let provider: FastifyInstance;
let store: EmulatorStore;
let webhooks: WebhookSender;
let address: string;
let settings: Record<string, string>;
let bundle: Awaited<ReturnType<typeof bundleForNode>>;

beforeAll(async () => {
  t = await testApp();
  provider = Fastify();
  store = openEmulatorStore(null, () => t.clock.now());
  // No event arrives: the state must be found by asking the providers.
  webhooks = registerEmulator(provider, store, { publicUrl: () => address, deliver: async () => 503 });
  address = await provider.listen({ port: 0, host: '127.0.0.1' });
  settings = {
    AUTHORIZENET_URL: `${address}${EMULATED_AUTHORIZE_NET}`,
    AUTHORIZENET_LOGIN_ID: 'login',
    AUTHORIZENET_TRANSACTION_KEY: 'key',
    PAYPAL_BASE_URL: `${address}${EMULATED_PAYPAL}`,
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: EMULATED_WEBHOOK_ID,
  };
  const { AUTHORIZENET_TRANSACTION_KEY, PAYPAL_CLIENT_SECRET, ...plain } = settings;
  deps = {
    ...t.deps,
    config: {
      ...t.deps.config,
      ...plain,
      AUTHORIZENET_TRANSACTION_KEY: new Secret(AUTHORIZENET_TRANSACTION_KEY ?? ''),
      PAYPAL_CLIENT_SECRET: new Secret(PAYPAL_CLIENT_SECRET ?? ''),
    },
  };
  bundle = await bundleForNode(join(import.meta.dirname, '../../testing/payment-child.ts'));
});
afterAll(async () => {
  bundle?.remove();
  await provider?.close();
  await t?.close();
});

const runJobs = () =>
  runDueJobs({ db: deps.db, clock: t.clock, handlers: jobHandlers(deps), log: recordingLog() });

async function inTurn<Item>(items: Item[], atOnce: number, work: (item: Item) => Promise<void>) {
  const queue = [...items];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

test(`${ROUNDS} processes killed at the steps of every payment add up`, { timeout: 900_000 }, async () => {
  const { db } = deps;
  const { name } = await one(db, sql<{ name: string }>`select current_database() as name`);
  const book = await buildBook(db);
  const promo = await checkout(t).buildCode({ value: 50, perPerson: null });
  const all = scenes(deps, provider, store, { bookId: book.id, promo });

  // In two rounds of each scene no process is killed: the first makes the plans at PayPal, the second counts the
  // steps.
  const rounds = all.flatMap((scene, index) => {
    const kills = Math.floor(ROUNDS / all.length) + (index < ROUNDS % all.length ? 1 : 0);
    return Array.from({ length: kills + 2 }, (_each, index) => ({
      scene,
      number: index - 1,
      kills,
      early: '',
      userId: '',
    }));
  });
  for (const round of rounds) {
    round.userId = (await t.person()).id;
    round.early = (await round.scene.early?.(round.userId)) ?? '';
  }
  await runJobs();
  t.clock.advance(YEAR_AND_A_DAY_MS);
  await advance(store, webhooks, 0);
  const prepared = new Map<(typeof rounds)[number], Prepared>();
  for (const round of rounds) prepared.set(round, await round.scene.prepare(round.userId, round.early));

  const env = {
    DATABASE_URL: urlOfDatabase(inject('testServer').url, name),
    EMULATOR_URL: JSON.stringify(settings),
    NOW: t.clock.now().toISOString(),
  };
  const steps = new Map<string, number>();
  const start = (round: (typeof rounds)[number], dieAt: number) =>
    runTask(bundle.file, [JSON.stringify({ deeds: prepared.get(round)?.deeds, dieAt })], env);
  for (const living of [-1, 0])
    await inTurn(
      rounds.filter(({ number }) => number === living),
      AT_ONCE,
      async (round) => {
        const child = start(round, 0);
        await child.ended;
        const last = child.lines.at(-1) ?? '';
        expect(last, round.scene.name).toMatch(/^steps \d+$/);
        steps.set(round.scene.name, Number(last.split(' ')[1]));
      },
    );
  let killed = 0;
  await inTurn(
    rounds.filter(({ number }) => number > 0),
    AT_ONCE,
    async (round) => {
      const count = steps.get(round.scene.name) ?? 1;
      // Each step in turn, evenly spread if there are fewer rounds; then at random moments.
      const dieAt =
        round.kills <= count
          ? 1 + Math.floor(((round.number - 1) * count) / round.kills)
          : round.number <= count
            ? round.number
            : 0;
      const child = start(round, dieAt);
      if (dieAt === 0) {
        await child.said('begun');
        await sleep(Math.random() * 60);
        child.child.kill('SIGKILL');
      }
      await child.ended;
      if (child.child.signalCode === 'SIGKILL') killed += 1;
      else expect(dieAt, `${round.scene.name}: ${child.lines.at(-1)}`).toBe(0);
    },
  );

  // The jobs of the killed processes run minute by minute; then the other users return; then the nightly comparison
  // runs.
  const pass = async (minutes: number, stepMinutes = 1) => {
    for (let minute = 0; minute < minutes; minute += stepMinutes) {
      t.clock.advance(stepMinutes * MINUTE_MS);
      await runJobs();
    }
  };
  await pass(16);
  for (const one of prepared.values()) await one.afterwards?.();
  await pass(240, 20);
  expect(await reconcile(deps)).toEqual({ differences: 0 });

  const figures = await addUp();
  if (process.env.PAYMENT_KILLS_REPORT)
    writeFileSync(
      process.env.PAYMENT_KILLS_REPORT,
      JSON.stringify({ rounds: ROUNDS, killed, steps: Object.fromEntries(steps), ...figures }),
    );
  expect(killed).toBeGreaterThan(ROUNDS * 0.8);
  expect(figures).toEqual({
    taken: expect.any(Number),
    unknownTakings: 0,
    doubleCharges: 0,
    paidWithoutAccess: 0,
    accessWithoutPayment: 0,
    wrongRefunds: 0,
    openPayments: 0,
    openOrders: 0,
    openRefunds: 0,
    reservedCodes: 0,
    disagreeingPayPal: 0,
  });
  // Some processes were killed before the provider got the request, and some after: both happened.
  expect(figures.taken).toBeGreaterThan(rounds.length / 2);
  expect(figures.taken).toBeLessThan(rounds.length * 2);
});

/** Everything that the providers took and returned, beside our records. */
async function addUp() {
  const { db } = deps;
  const payments = await many(
    db,
    sql<{ key: string; state: string; refunded: number }>`
      select case gateway when 'card' then attempt_key else transaction_id end as key, state,
        refunded_cents as refunded from payments`,
  );
  const byKey = new Map(payments.map((payment) => [payment.key, payment]));
  const { charges, sales, subscriptions } = store.state;
  const isTaken = ({ status }: { status: string }) =>
    status === 'capturedPendingSettlement' || status === 'settledSuccessfully' || status === 'voided';
  const takings = [
    ...charges.filter(isTaken).map((one) => ({
      key: one.invoiceNumber,
      refunded: one.status === 'voided' ? one.amountCents : (one.refundedCents ?? 0),
    })),
    ...sales.map((one) => ({ key: one.id, refunded: one.refundedCents })),
  ];
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await one(db, query)).n;
  const paypal = await many(
    db,
    sql<{ id: string; renews: boolean }>`select provider_subscription_id as id, renews from subscriptions
      where gateway = 'paypal'`,
  );
  return {
    taken: takings.length,
    unknownTakings: takings.filter(({ key }) => byKey.get(key)?.state !== 'approved').length,
    // The same months of the same book, paid twice and not refunded.
    doubleCharges: await count(sql`
      select count(*) as n from invoices a join invoices b on a.user_id = b.user_id and a.title = b.title
        and a.id < b.id and a.period_start < b.period_end and b.period_start < a.period_end`),
    paidWithoutAccess: await count(sql`
      select count(*) as n from payments p left join invoices i on i.payment_id = p.id
        left join subscriptions s on s.id = p.subscription_id
      where p.state = 'approved' and p.refunded_cents < p.amount_cents
        and (i.id is null or s.id is null or not exists (select 1 from subscriptions r
          where r.user_id = p.user_id and r.ends_at >= i.period_end))`),
    accessWithoutPayment: await count(sql`
      select count(*) as n from subscriptions s where not exists (
        select 1 from payments p where p.subscription_id = s.id and p.state = 'approved')`),
    wrongRefunds: takings.filter(({ key, refunded }) => byKey.get(key)?.refunded !== refunded).length,
    openPayments: payments.filter(({ state }) => !['approved', 'declined', 'lost'].includes(state)).length,
    openOrders: await count(sql`select count(*) as n from orders where state = 'open'`),
    openRefunds: await count(sql`select count(*) as n from refunds where state <> 'done'`),
    reservedCodes: await count(
      sql`select count(*) as n from promo_redemptions
        where subscription_id is null and (held_until is null or held_until > ${t.clock.now()})`,
    ),
    disagreeingPayPal: subscriptions.filter(
      ({ id, status }) => (status === 'ACTIVE') !== (paypal.find((ours) => ours.id === id)?.renews ?? false),
    ).length,
  };
}

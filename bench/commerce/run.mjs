/**
 * Checkouts by card beside the emulated provider alone, and a storm of PayPal events with duplicates.
 * `node bench/commerce/run.mjs` (after `npm run build`). CHECKOUTS=200 EVENTS=2000 makes it shorter.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built, root } from '../built.mjs';

const CHECKOUTS = Number(process.env.CHECKOUTS ?? 400);
const EVENTS = Number(process.env.EVENTS ?? 10_000);
const SUBSCRIPTIONS = Math.max(1, Math.round(EVENTS / 100));
const AT_ONCE = 8;
const ROUNDS = 3;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const { openDeps } = await built('platform/open-deps.js');
const { buildApp } = await built('app/app.js');
const { jobHandlers } = await built('app/job-handlers.js');
const { startJobWorker } = await built('platform/jobs.js');
const { newId } = await built('platform/ids.js');
const { hashToken } = await built('features/accounts/tokens.js');
const { paymentProviders } = await built('features/commerce/payment-providers.js');
const { webhookSender } = await built('features/commerce/emulator/paypal-webhooks.js');
const { EMULATED_WEBHOOK_ID, EMULATED_PAYPAL } = await built('features/commerce/emulator/emulator.js');
const pg = createRequire(join(root, 'server/package.json'))('pg');

const dataDir = await mkdtemp(join(tmpdir(), 'bench-commerce-'));
const { deps: opened, database } = await openDeps({
  DATA_DIR: dataDir,
  DEMO: 'false',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
});
// As in tests: the emulator keeps its state in memory, so that no file is written on every call.
const deps = { ...opened, config: { ...opened.config, NODE_ENV: 'test' } };
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
const app = await buildApp(deps, { web: false });
await app.ready();
const { cards, emulator } = paymentProviders(deps);

async function person(number) {
  const id = newId();
  const token = `vsl_bench_${number}_${newId()}`;
  const { rows } = await pool.query('select id from professions limit 1');
  await pool.query(
    `insert into users (id, role, email, first_name, second_name, email_verified_at, profession_id, created_at)
     values ($1, 'customer', $2, 'Bench', 'Buyer', now(), $3, now())`,
    [id, `buyer${number}@example.org`, rows[0].id],
  );
  await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 year')`,
    [newId(), id, hashToken(token)],
  );
  return { id, token };
}
async function makeBook() {
  const id = newId();
  const { rows } = await pool.query(
    `insert into categories (id, name) values ($1, 'Bench') on conflict (name) do update set name = 'Bench' returning id`,
    [newId()],
  );
  await pool.query(
    `insert into books (id, slug, edition, language, title, author, category_id, featured, price_cents, release_date,
       cover_key, brief, number_of_pages, revision, published_at, created_at, updated_at)
     values ($1, $2, '1', 'en', 'Bench book', 'A. Writer', $3, false, 19900, '2026-01-15', 'public/none.webp', 'x', 40,
       1, now() - interval '1 day', now(), now())`,
    [id, `bench-${id}`, rows[0].id],
  );
  return id;
}
const address = {
  first_name: 'A',
  last_name: 'B',
  address: 'C',
  city: 'D',
  state: '',
  zip: '1',
  country: 'E',
};
const card = { number: '4007000000027', expiry: '1245', cvv: '123' };

async function inParallel(items, work) {
  const queue = [...items];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item);
    }),
  );
  return (items.length / (performance.now() - began)) * 1000;
}

console.log(`making ${CHECKOUTS * ROUNDS} buyers ...`);
const buyers = [];
for (let number = 0; number < CHECKOUTS * ROUNDS; number += 1) buyers.push(await person(number));
const book = await makeBook();
const whole = [];
const alone = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const some = buyers.slice(round * CHECKOUTS, (round + 1) * CHECKOUTS);
  whole.push(
    await inParallel(some, async ({ token }) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/customer_portal/v1/payment/charge_credit_card',
        headers: { authorization: `Bearer ${token}` },
        payload: {
          payment: { card_number: card.number, expiry: card.expiry, cvv: card.cvv },
          bill_to: address,
          amount: 199,
          book_id: book,
        },
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    }),
  );
  alone.push(
    await inParallel(some, async ({ id }) => {
      await cards.charge({
        attemptKey: newId().slice(-20),
        amountCents: 19900,
        description: 'x',
        email: 'x@example.org',
        customerId: id,
        billTo: address,
        source: { card },
      });
    }),
  );
}
console.log(
  `checkouts a second:        ${median(whole).toFixed(0)} (median of ${ROUNDS} rounds of ${CHECKOUTS})`,
);
console.log(`the provider alone:        ${median(alone).toFixed(0)} charges a second`);
console.log(`ratio:                     ${(median(whole) / median(alone)).toFixed(2)}`);

// The storm: subscriptions that were approved without events, then all their events, each several times.
emulator.state.scenario = 'lost';
const subscribed = [];
for (let number = 0; number < SUBSCRIPTIONS; number += 1) {
  const buyer = await person(`storm${number}`);
  const made = await app.inject({
    method: 'POST',
    url: '/customer_portal/v1/book_subscriptions/paypal',
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { book_id: book, amount: 199 },
  });
  const id = made.json().subscription_id;
  await app.inject({
    method: 'POST',
    url: `${EMULATED_PAYPAL}/approve/${id}/yes`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
  subscribed.push(id);
}
const deliveries = [];
const capture = webhookSender(emulator, {
  webhookId: EMULATED_WEBHOOK_ID,
  certificateUrl: () => `http://payment-emulator.internal${EMULATED_PAYPAL}/certificate.pem`,
  deliver: async (headers, body) => {
    deliveries.push({ headers, body });
    return 200;
  },
});
const TYPES = ['BILLING.SUBSCRIPTION.ACTIVATED', 'PAYMENT.SALE.COMPLETED', 'BILLING.SUBSCRIPTION.UPDATED'];
for (let number = 0; deliveries.length < EVENTS; number += 1) {
  const id = subscribed[number % subscribed.length];
  const type = TYPES[number % TYPES.length];
  await capture.sendTwice(type, type.startsWith('PAYMENT') ? { id: 'S', billing_agreement_id: id } : { id });
}
deliveries.sort(() => Math.random() - 0.5);
const log = { info() {}, warn() {}, error() {} };
const worker = startJobWorker({
  db: deps.db,
  handlers: jobHandlers(deps),
  clock: deps.clock,
  log,
  concurrency: 8,
  pollMs: 50,
});
const began = performance.now();
const rate = await inParallel(deliveries, async ({ headers, body }) => {
  const answer = await app.inject({ method: 'POST', url: '/webhooks/paypal', headers, payload: body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
});
const accepted = (performance.now() - began) / 1000;
for (;;) {
  const { rows } = await pool.query(
    `select count(*)::int as n from jobs where kind = 'commerce.sync-paypal' and done_at is null and dead_at is null`,
  );
  if (rows[0].n === 0) break;
  await new Promise((resolveLater) => setTimeout(resolveLater, 100));
}
const settled = (performance.now() - began) / 1000;
await worker.stop();
const { rows } = await pool.query(
  `select (select count(*)::int from subscriptions where gateway = 'paypal') as subscriptions,
    (select count(*)::int from payments where gateway = 'paypal') as payments,
    (select count(*)::int from provider_events where event_type <> 'BILLING.SUBSCRIPTION.CREATED') as events`,
);
console.log(
  `storm of ${deliveries.length} deliveries:  accepted in ${accepted.toFixed(1)} s (${rate.toFixed(0)} a second)`,
);
console.log(`consistent after:          ${settled.toFixed(1)} s`);
console.log(
  `${rows[0].events} different events, ${rows[0].subscriptions} subscriptions and ${rows[0].payments} payments of ${SUBSCRIPTIONS} expected`,
);

await app.close();
await pool.end();
await database.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);

/**
 * A separate process for the test that kills payments. It performs one payment action, through the adapters over a real
 * network, and kills itself (SIGKILL) at the given step. Steps are the moments after which the state may differ: before and
 * after a commit; before, during and after a request to a provider. Prints `begun`, and at its end `steps N`.
 */
import pino from 'pino';
import { readConfig, Secret } from '../config/config.ts';
import { chargeCreditCard } from '../features/commerce/charge-credit-card.ts';
import { createBookSubscription } from '../features/commerce/create-book-subscription.ts';
import { createPaypalSubscription } from '../features/commerce/create-paypal-subscription.ts';
import { commerceJobHandlers } from '../features/commerce/job-handlers.ts';
import { receivePayPalEvent } from '../features/commerce/receive-webhook.ts';
import { refundPayment } from '../features/commerce/refund-payment.ts';
import { createFixedClock } from '../platform/clock.ts';
import { connect } from '../platform/database/database.ts';
import { fromPrimary } from '../platform/database/delayed-reads.ts';
import type { Deps } from '../platform/deps.ts';

export type Deed =
  | { do: 'charge'; userId: string; body: Parameters<typeof chargeCreditCard>[2] }
  | { do: 'start-paypal'; userId: string; body: Parameters<typeof createPaypalSubscription>[2] }
  | { do: 'return-from-paypal'; userId: string; body: Parameters<typeof createBookSubscription>[2] }
  | { do: 'event'; event: Parameters<typeof receivePayPalEvent>[1] }
  | { do: 'refund'; wish: Parameters<typeof refundPayment>[1] }
  | { do: 'job'; kind: string; payload: object };

const { DATABASE_URL = '', EMULATOR_URL = '', NOW = '' } = process.env;
const { deeds, dieAt } = JSON.parse(process.argv[2] ?? '{}') as { deeds: Deed[]; dieAt: number };
const printLine = (line: string) => process.stdout.write(`${line}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');

let step = 0;
const isLast = () => {
  step += 1;
  return step === dieAt;
};

const overNetwork = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  if (isLast()) die();
  const asked = overNetwork(input, init);
  // The request is sent; whether it arrives depends on the network.
  if (isLast()) setTimeout(die, 1);
  const answer = await asked;
  if (isLast()) die();
  return answer;
};

const { db } = connect({
  url: DATABASE_URL,
  size: 2,
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
const transaction = db.transaction.bind(db);
db.transaction = () => {
  const builder = transaction();
  const execute = builder.execute.bind(builder);
  builder.execute = async (work) => {
    const result = await execute(async (tx) => {
      const done = await work(tx);
      if (isLast()) die();
      return done;
    });
    if (isLast()) die();
    return result;
  };
  return builder;
};

const deps = {
  db,
  readDelayed: fromPrimary(db),
  clock: createFixedClock(NOW),
  log: pino({ level: 'silent' }),
  config: {
    ...readConfig({ NODE_ENV: 'test', ...configOf(EMULATOR_URL) }),
    secretKey: new Secret('unused'),
    publicUrl: 'http://localhost',
  },
  storage: undefined as never,
  mailer: undefined as never,
  pictures: undefined as never,
} satisfies Deps;

function configOf(emulator: string) {
  return JSON.parse(emulator) as Record<string, string>;
}

async function act(deed: Deed): Promise<unknown> {
  if (deed.do === 'charge')
    return chargeCreditCard(deps, { userId: deed.userId, ip: '127.0.0.1' }, deed.body);
  if (deed.do === 'start-paypal')
    return createPaypalSubscription(deps, { userId: deed.userId, ip: '127.0.0.1' }, deed.body);
  if (deed.do === 'return-from-paypal') return createBookSubscription(deps, deed.userId, deed.body);
  if (deed.do === 'event') return receivePayPalEvent(deps, deed.event);
  if (deed.do === 'refund') return refundPayment(deps, deed.wish);
  const job = {
    id: 'job',
    kind: deed.kind,
    payload: deed.payload,
    attempts: 1,
    maxAttempts: 1,
    lastError: null,
  };
  return commerceJobHandlers(deps)[deed.kind]?.(deed.payload, { job, signal: AbortSignal.timeout(60_000) });
}

printLine('begun');
try {
  for (const deed of deeds) await act(deed);
  printLine(`steps ${step}`);
} catch (error) {
  printLine(`failed ${(error as Error).message}`);
}
await db.destroy();

/**
 * A process of its own for the test that kills payments: pays once by card, through the adapter over a real network, and
 * dies at the step that it is told. Says `paying` when it begins and `paid` when it has the answer.
 */
import pino from 'pino';
import { chargeCreditCard } from '../features/commerce/charge-credit-card.ts';
import { createFixedClock } from '../platform/clock.ts';
import { readConfig, Secret } from '../platform/config.ts';
import { connect } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';

const { DATABASE_URL = '', EMULATOR_URL = '', NOW = '' } = process.env;
const { userId, bookId, amount, dieAt } = JSON.parse(process.argv[2] ?? '{}') as {
  userId: string;
  bookId: string;
  amount: number;
  dieAt: 'before-charge' | 'during-charge' | 'after-charge' | 'after-settle' | 'any-moment';
};
const say = (line: string) => process.stdout.write(`${line}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');

const overNetwork = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  if (dieAt === 'before-charge') die();
  const asked = overNetwork(input, init);
  // The request is on its way; whether it arrives is the network's matter.
  if (dieAt === 'during-charge') setTimeout(die, 1);
  const answer = await asked;
  if (dieAt === 'after-charge') die();
  return answer;
};

const log = { info: () => {}, warn: () => {}, error: () => {} };
const deps = {
  db: connect({ url: DATABASE_URL, size: 2, log }).db,
  clock: createFixedClock(NOW),
  log: pino({ level: 'silent' }),
  config: {
    ...readConfig({
      NODE_ENV: 'test',
      AUTHORIZENET_URL: EMULATOR_URL,
      AUTHORIZENET_LOGIN_ID: 'login',
      AUTHORIZENET_TRANSACTION_KEY: 'key',
    }),
    secretKey: new Secret('unused'),
    publicUrl: 'http://localhost',
  },
  storage: undefined as never,
} satisfies Deps;

say('paying');
const address = {
  first_name: 'A',
  last_name: 'B',
  address: 'C',
  city: 'D',
  state: '',
  zip: '1',
  country: 'E',
};
await chargeCreditCard(
  deps,
  { userId, ip: '127.0.0.1' },
  {
    payment: { card_number: '4007000000027', expiry: '1245', cvv: '123' },
    bill_to: address,
    amount,
    book_id: bookId,
    promo_code_name: undefined,
  },
).then(
  () => {
    if (dieAt === 'after-settle') die();
    say('paid');
  },
  (error: Error) => say(`failed ${error.message}`),
);
await deps.db.destroy();

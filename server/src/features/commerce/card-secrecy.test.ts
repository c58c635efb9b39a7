import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import type { Scenario } from './emulator/state.ts';

/** A new number each time, with a valid check digit (ISO/IEC 7812), so that each can be searched for separately. */
function newCardNumber(): string {
  const body = `4${Array.from({ length: 14 }, () => Math.floor(Math.random() * 10)).join('')}`;
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/**
 * Every possible outcome of a payment, each with its own number, which is then searched for in everything that is
 * stored.
 */
const ENDS: [string, { scenario?: Scenario; zip?: string; expiry?: string; cvv?: string }, number][] = [
  ['approved', {}, 200],
  ['declined by the bank', { zip: '46282' }, 402],
  ['a wrong code', { cvv: '901' }, 402],
  ['expired', { expiry: '0220' }, 402],
  ['no answer before the charge', { scenario: 'timeout_before_charge' }, 409],
  ['no answer after the charge', { scenario: 'timeout_after_charge' }, 409],
  ['the provider broke', { scenario: 'server_error' }, 409],
  ['under review', { scenario: 'hold' }, 409],
];

describe('card numbers', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  const log: string[] = [];
  beforeAll(async () => {
    t = await testApp({ log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }) });
    shop = checkout(t);
  });
  afterAll(() => t.close());
  const play = (scenario: Scenario) => {
    shop.emulator().state.scenario = scenario;
  };
  /** As typed, and in groups of four. */
  const spellings = (number: string) => [number, number.replace(/(.{4})(?=.)/g, '$1 ')];

  async function expectNowhere(number: string, answers: string[]) {
    for (const spelling of spellings(number)) {
      const tables = await many(
        t.deps.db,
        sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE'`,
      );
      // The searched tables include `jobs` with its payloads and last errors.
      expect(tables.map(({ name }) => name)).toContain('jobs');
      for (const { name } of tables) {
        const found = await many(
          t.deps.db,
          sql`select 1 from ${sql.table(name)} r where r::text like ${`%${spelling}%`} limit 1`,
        );
        expect(found, name).toEqual([]);
      }
      expect(log.join('')).not.toContain(spelling);
      expect(JSON.stringify(shop.emulator().state)).not.toContain(spelling);
      for (const answer of answers) expect(answer).not.toContain(spelling);
    }
  }

  it.each(ENDS)('are stored nowhere: %s', async (_name, { scenario = 'succeed', zip, ...card }, status) => {
    const number = newCardNumber();
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    play(scenario);
    const answer = await shop.pay({
      as,
      bookId: book.id,
      card: { card_number: number, ...card },
      ...(zip ? { zip } : {}),
    });
    play('succeed');
    expect(answer.status).toBe(status);
    const pending = await shop.pay({ as, bookId: book.id, card: { card_number: `${number}0` } });
    t.clock.advance(5 * MINUTE_MS);
    await shop.runJobs();
    const lists = await t.call(commerceCalls.listPayments, { as });
    // Proves that the search can find something: the last four digits are shown on purpose.
    if (status === 200) expect(lists.text).toContain(number.slice(-4));
    await expectNowhere(number, [answer.text, pending.text, lists.text]);
  });

  it.each(['succeed', 'decline', 'server_error'] as const)(
    'are kept nowhere when the card of a renewal is changed: %s',
    async (scenario) => {
      const as = await t.person();
      const book = await buildBook(t.deps.db);
      const paid = await shop.pay({ as, bookId: book.id });
      await shop.runJobs();
      const number = newCardNumber();
      play(scenario);
      const changed = await t.call(commerceCalls.updateSubscriptionCard, {
        as,
        params: { id: paid.body.subscription_id },
        body: {
          payment: { card_number: number, expiry: '1245', cvv: '123' },
          bill_to: {
            first_name: 'A',
            last_name: 'B',
            address: 'C',
            city: 'D',
            state: '',
            zip: '1',
            country: 'E',
          },
        },
      });
      play('succeed');
      expect(changed.status < 500 || changed.status === 502 || changed.status === 503).toBe(true);
      await shop.runJobs();
      await expectNowhere(number, [changed.text]);
    },
  );

  it('are stored nowhere after an invalid request, or an error of the server', async () => {
    const number = newCardNumber();
    const as = await t.person();
    const malformed = await t.app.inject({
      method: 'POST',
      url: '/customer_portal/v1/payment/charge_credit_card',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
      payload: `{"payment":{"card_number":"${number}"`,
    });
    expect(malformed.statusCode).toBe(400);
    const incomplete = await t.call(commerceCalls.chargeCreditCard, {
      as,
      body: { payment: { card_number: number, expiry: 'x', cvv: 'y' } },
    });
    expect(incomplete.status).toBe(422);
    // The database fails midway: a 5xx with everything that is logged about it.
    await sql`alter table orders rename to orders_away`.execute(t.deps.db);
    const broken = await shop.pay({
      as,
      bookId: (await buildBook(t.deps.db)).id,
      card: { card_number: number },
    });
    await sql`alter table orders_away rename to orders`.execute(t.deps.db);
    expect(broken.status).toBe(500);
    expect(log.join('')).toContain('orders');
    await expectNowhere(number, [malformed.body, incomplete.text, broken.text]);
  });
});

import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout, VISA } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import type { Scenario } from './emulator/state.ts';

describe('paying by card', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
  });
  afterAll(() => t.close());
  const play = (scenario: Scenario) => {
    shop.emulator().state.scenario = scenario;
  };
  beforeEach(() => play('succeed'));
  const charges = () => shop.emulator().state.charges;
  const approvedCharges = () => charges().filter(({ status }) => status === 'capturedPendingSettlement');

  it('grants a year that renews, with a receipt, an invoice with the address, and a stored card', async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const paid = await shop.pay({ as, bookId: book.id });
    expect(paid).toMatchObject({
      status: 200,
      body: { message: expect.any(String), subscription_id: expect.any(String) },
    });
    const [mail] = await mailsTo(t, as.email);
    expect(mail?.subject).toMatch(/^Receipt V-2026-\d{6}$/);
    expect(mail?.text).toContain('$199.00');
    const [subscription] = await shop.subscriptions(as);
    expect(subscription).toMatchObject({
      is_active: true,
      renews: true,
      renewal_price: 199,
      gateway: 'card',
      subscription_end_date: '2027-03-01T09:00:00.000Z',
      card: { last_four: '0027', card_type: 'Visa' },
    });
    const [payment] = await shop.payments(as);
    expect(payment).toMatchObject({ state: 'approved', amount: 199, last_four: '0027', title: book.title });
    const invoice = await t.call(commerceCalls.getInvoice, { as, params: { id: payment.invoice_id } });
    expect(invoice.body).toMatchObject({
      total: 199,
      buyer: { name: 'Ada Reader', lines: ['1 Main Street', '3000 Leuven', 'Belgium'] },
      paid_with: 'Visa •••• 0027',
    });
    const stranger = await t.person();
    const stolen = await t.call(commerceCalls.getInvoice, {
      as: stranger,
      params: { id: payment.invoice_id },
    });
    expect(stolen.status).toBe(404);
  });

  it.each([
    ['no token', null, 401],
    ['an editor', 'editor', 403],
  ] as const)('refuses %s', async (_name, role, status) => {
    const as = role ? await t.person({ role }) : null;
    const answer = await t.call(commerceCalls.chargeCreditCard, { as, portal: 'customer', body: {} });
    expect(answer.status).toBe(status);
  });

  it('names wrong fields and repeats no card data', async () => {
    const as = await t.person();
    const answer = await shop.pay({
      as,
      bookId: newId(),
      card: { card_number: '4007-x-27', expiry: '1399', cvv: '12' },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(
      expect.arrayContaining(['payment.card_number', 'payment.expiry', 'payment.cvv']),
    );
    expect(answer.text).not.toContain('4007-x-27');
    expect((await shop.pay({ as, bookId: newId() })).status).toBe(404);
  });

  it('removes spaces and the slash from the input', async () => {
    const book = await buildBook(t.deps.db);
    const card = { card_number: '4007 0000 0002 7', expiry: '12 / 30' };
    expect((await shop.pay({ as: await t.person(), bookId: book.id, card })).status).toBe(200);
  });

  it('compares the amount with its own price and tells a difference in `error`', async () => {
    const book = await buildBook(t.deps.db, { priceCents: 20000 });
    const before = charges().length;
    const answer = await shop.pay({ as: await t.person(), bookId: book.id, amount: 1 });
    expect(answer).toMatchObject({ status: 409, body: { code: 'price_changed', error: expect.any(String) } });
    expect(charges()).toHaveLength(before);
  });

  it.each([
    ['a wrong number', { card: { card_number: '4007000000028' } }, 'payment_card_number'],
    ['an expired card', { card: { expiry: '0226' } }, 'payment_card_expired'],
    ['a wrong code', { card: { cvv: '901' } }, 'payment_card_code'],
    ['a declined card', { zip: '46282' }, 'payment_declined'],
  ])('answers %s kindly, grants nothing, and lets the buyer try again', async (_name, more, code) => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const answer = await shop.pay({ as, bookId: book.id, ...more });
    expect(answer).toMatchObject({ status: 402, body: { code, error: expect.any(String) } });
    expect(await shop.subscriptions(as)).toEqual([]);
    expect((await shop.pay({ as, bookId: book.id })).status).toBe(200);
  });

  it('charges once if the button is pressed many times', async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const before = approvedCharges().length;
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.pay({ as, bookId: book.id })));
    const bought = answers.filter(({ status, body }) => status === 200 && !body.paid_before);
    expect(bought).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('payment_pending');
    expect(approvedCharges()).toHaveLength(before + 1);
  });

  describe('a repeated purchase after a lost answer', () => {
    it('reports the single charge, with the receipt, and charges nothing', async () => {
      const book = await buildBook(t.deps.db);
      const as = await t.person();
      const promo = await shop.buildCode({ value: 50 });
      const wish = { as, bookId: book.id, amount: 99.5, promo };
      const first = await shop.pay(wish);
      expect(first.body.paid_before).toBeNull();
      const before = charges().length;
      const [payment] = await shop.payments(as);
      t.clock.advance(10 * MINUTE_MS);
      for (const again of [wish, { ...wish, promo: promo.toLowerCase() }])
        expect(await shop.pay(again)).toMatchObject({
          status: 200,
          body: {
            subscription_id: first.body.subscription_id,
            paid_before: { receipt: payment.invoice_number },
          },
        });
      expect(charges()).toHaveLength(before);
      expect(await shop.payments(as)).toHaveLength(1);
    });

    it('is a new purchase on other terms, for another user, later, or after a cancellation', async () => {
      const book = await buildBook(t.deps.db);
      const as = await t.person();
      const first = await shop.pay({ as, bookId: book.id });
      const promo = await shop.buildCode({ value: 50 });
      expect((await shop.pay({ as, bookId: book.id, amount: 99.5, promo })).body.code).toBe(
        'already_subscribed',
      );
      expect((await shop.pay({ as: await t.person(), bookId: book.id })).body.paid_before).toBeNull();
      await t.call(commerceCalls.updateBookSubscription, {
        ...{ as, params: { id: first.body.subscription_id }, body: { cancellation_reason: 'enough' } },
      });
      expect(await shop.pay({ as, bookId: book.id })).toMatchObject({
        status: 200,
        body: { paid_before: null },
      });
      t.clock.advance(16 * MINUTE_MS);
      expect((await shop.pay({ as, bookId: book.id })).body.code).toBe('already_subscribed');
    });

    it('gives the same result if the provider’s answer was lost and the job resolved the payment', async () => {
      const book = await buildBook(t.deps.db);
      const as = await t.person();
      shop.emulator().state.scenario = 'timeout_after_charge';
      expect((await shop.pay({ as, bookId: book.id })).body.code).toBe('payment_pending');
      t.clock.advance(11_000);
      await shop.runJobs();
      const before = charges().length;
      expect(await shop.pay({ as, bookId: book.id })).toMatchObject({
        status: 200,
        body: { paid_before: { receipt: expect.any(String) } },
      });
      expect(charges()).toHaveLength(before);
    });
  });

  it.each([
    ['timeout_after_charge', 1],
    ['timeout_before_charge', 0],
  ] as const)('after %s it asks instead of charging again', async (scenario, subscriptions) => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const before = approvedCharges().length;
    play(scenario);
    const answer = await shop.pay({ as, bookId: book.id });
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment_pending' } });
    play('succeed');
    expect((await shop.pay({ as, bookId: book.id })).body.code).toBe('payment_pending');
    for (let minutes = 0; minutes < 6; minutes += 1) {
      t.clock.advance(60_000);
      await shop.runJobs();
    }
    expect(await shop.subscriptions(as)).toHaveLength(subscriptions);
    expect(approvedCharges()).toHaveLength(before + subscriptions);
    // A payment that never arrived blocks nothing.
    if (subscriptions === 0) expect((await shop.pay({ as, bookId: book.id })).status).toBe(200);
  });

  it('grants nothing while the provider reviews, and everything when it has approved', async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    play('hold');
    expect((await shop.pay({ as, bookId: book.id })).body.code).toBe('payment_pending');
    expect(await shop.subscriptions(as)).toEqual([]);
    const held = charges().find(({ status }) => status === 'FDSPendingReview');
    if (held) held.status = 'capturedPendingSettlement';
    t.clock.advance(7 * HOUR_MS);
    await shop.runJobs();
    expect(await shop.subscriptions(as)).toHaveLength(1);
  });

  it('uses a limited code exactly to its limit by a hundred buyers at once', async () => {
    const book = await buildBook(t.deps.db);
    const promo = await shop.buildCode({ value: 50, maxUses: 7 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => t.person()));
    // A buyer for whom no connection is left is told to retry, and does.
    const pay = async (as: Person) => {
      for (;;) {
        const answer = await shop.pay({ as, bookId: book.id, promo, amount: 99.5 });
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(buyers.map(pay));
    // On a busy machine a job may store an approved payment.
    const used = answers.filter(({ status, body }) => status === 200 || body.code === 'payment_pending');
    expect(used).toHaveLength(7);
    expect(answers.filter(({ body }) => body.code === 'promo_code_invalid')).toHaveLength(93);
    t.clock.advance(5 * MINUTE_MS);
    await shop.runJobs();
    const mine = await Promise.all(buyers.map((as) => shop.subscriptions(as)));
    expect(mine.filter(({ length }) => length === 1)).toHaveLength(7);
  });

  it('refuses a code that lowers nothing, and leaves it to be used where it does', async () => {
    const promo = await shop.buildCode({ kind: 'fixed_price', value: 10000 });
    const [cheap, dear] = [
      await buildBook(t.deps.db, { priceCents: 5900 }),
      await buildBook(t.deps.db, { priceCents: 19900 }),
    ];
    const reader = await t.person();
    const ask = (id: string) =>
      t.call(commerceCalls.requestDiscountedPrice, { as: reader, query: { name: promo, book_id: id } });
    expect((await ask(cheap.id)).body.code).toBe('promo_code_without_gain');
    const paid = await shop.pay({ as: reader, bookId: cheap.id, promo, amount: 59 });
    expect([paid.status, paid.body.code]).toEqual([422, 'promo_code_without_gain']);
    expect((await shop.pay({ as: reader, bookId: dear.id, promo, amount: 100 })).status).toBe(200);
    const third = await buildBook(t.deps.db, { priceCents: 19900 });
    expect((await ask(third.id)).body.code).toBe('promo_code_used');
  });

  it('releases the use of a code when the card is declined', async () => {
    const book = await buildBook(t.deps.db);
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const as = await t.person();
    expect((await shop.pay({ as, bookId: book.id, promo, amount: 99.5, zip: '46282' })).status).toBe(402);
    expect((await shop.pay({ as: await t.person(), bookId: book.id, promo, amount: 99.5 })).status).toBe(200);
  });

  it('charges a package less a credit for paid books, and the full price at its renewal', async () => {
    const owned = await buildBook(t.deps.db, { priceCents: 20000 });
    const other = await buildBook(t.deps.db, { priceCents: 20000 });
    const bundle = await buildPackage(t.deps.db, { priceCents: 30000, bookIds: [owned.id, other.id] });
    const as = await t.person();
    await shop.pay({ as, bookId: owned.id, amount: 200 });
    const shown = await t.call(commerceCalls.getCheckout, { as, query: { package_id: bundle.id } });
    expect(shown.body).toMatchObject({ price: 300, credit: 150, amount: 150, test_mode: true });
    expect((await shop.pay({ as, packageId: bundle.id, amount: 150 })).status).toBe(200);
    const mine = await shop.subscriptions(as);
    expect(mine.find((one: { package: unknown }) => one.package)).toMatchObject({ renewal_price: 300 });
  });

  it('a promo purchase replaces a running subscription without losing a paid day', async () => {
    const book = await buildBook(t.deps.db);
    const as = await t.person();
    const first = await shop.pay({ as, bookId: book.id });
    const promo = await shop.buildCode({ value: 50, recurs: true });
    const replaces = first.body.subscription_id;
    const second = await shop.pay({ as, bookId: book.id, promo, amount: 99.5, replaces });
    expect(second.status).toBe(200);
    const mine = await shop.subscriptions(as);
    const old = mine.find((one: { id: string }) => one.id === replaces);
    const taken = mine.find((one: { id: string }) => one.id === second.body.subscription_id);
    expect(old).toMatchObject({
      renews: false,
      cancellation_reason: 'promo code activated',
      can_resume: false,
    });
    expect(taken).toMatchObject({ renews: true, renewal_price: 99.5 });
    expect(new Date(taken.subscription_end_date).getTime()).toBeGreaterThan(
      new Date(old.subscription_end_date).getTime() + 364 * DAY_MS,
    );
  });

  it('stores no card number and no card code: not in the database, not in jobs, not in the log', async () => {
    await shop.runJobs();
    const tables = await many(
      t.deps.db,
      sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const found = await many(
        t.deps.db,
        sql`select 1 from ${sql.table(name)} r where r::text like ${`%${VISA}%`} limit 1`,
      );
      expect(found, name).toEqual([]);
    }
    expect(JSON.stringify(shop.emulator().state)).not.toContain(VISA);
  });

  it('numbers invoices without gaps', async () => {
    const rows = await many(
      t.deps.db,
      sql<{ number: number }>`select number from invoices where year = 2026 order by number`,
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, index) => index + 1));
  });
});

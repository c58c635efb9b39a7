import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listKeptMails } from '../../platform/mail/mailer.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { liveUntil } from '../../testing/years.ts';

/** Two years after the test's clock begins: a year by card and a year by PayPal after it. */
const RENEWS_AT = '2028-03-01T09:00:00.000Z';

describe('a purchase by PayPal while a paid year still runs', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
  });
  afterEach(() => t.close());

  async function takeOver(as: Person) {
    const bookId = (await buildBook(t.deps.db)).id;
    const promo = await shop.buildCode({ value: 50 });
    const first = await shop.pay({ as, bookId });
    const replaces = first.body.subscription_id as string;
    const { body: shown } = await t.call(commerceCalls.getCheckout, { as, query: { book_id: bookId } });
    const { body: begun } = await shop.startPayPal({ as, bookId, promo, amount: 99.5, replaces });
    const agreement: string = begun.subscription_id;
    await shop.approve(agreement);
    const paid = await shop.comeBack({ as, bookId }, agreement);
    await shop.runJobs();
    const sales = () => shop.emulator().state.sales.map(({ amountCents, at }) => ({ amountCents, at }));
    return { shown, paid, sales, agreement };
  }

  it('is paid at once and renews after both years, as the checkout says', async () => {
    const as = await t.person();
    const { shown, paid, sales, agreement } = await takeOver(as);
    expect(shown).toMatchObject({ renews_at: RENEWS_AT });
    expect(paid.body).toMatchObject({ subscription_end_date: RENEWS_AT, renews_at: RENEWS_AT });
    expect(sales()).toMatchObject([{ amountCents: 9950 }]);

    await liveUntil(t, shop, '2028-02-25T09:00:00.000Z');
    expect(sales()).toHaveLength(1);
    const letters = await listKeptMails(t.deps.db, as.email);
    const reminders = letters.map(({ subject }) => subject).filter((one) => one.includes('renews on'));
    expect(reminders).toEqual(['Your subscription renews on 1 March 2028']);

    await liveUntil(t, shop, '2028-03-02T09:00:00.000Z');
    expect(sales()).toMatchObject([{ amountCents: 9950 }, { amountCents: 19_900, at: RENEWS_AT }]);
    const [own] = await shop.subscriptions(as);
    expect(own).toMatchObject({ renews: true, subscription_end_date: '2029-03-01T09:00:00.000Z' });
    const theirs = shop.emulator().state.subscriptions.find(({ id }) => id === agreement);
    expect(theirs?.nextBillingAt).toBe('2029-03-01T09:00:00.000Z');
  });

  it('is refused at once with a code for a free year', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    await shop.pay({ as, bookId });
    const name = await shop.buildCode({ value: 100 });
    const query = { name, book_id: bookId };
    expect(await t.call(commerceCalls.requestDiscountedPrice, { as, query })).toMatchObject({
      status: 409,
      body: { code: 'free_year_while_running' },
    });
    const body = { promocode_name: name, book_id: bookId };
    expect(await t.call(commerceCalls.createFreeSubscription, { as, body })).toMatchObject({
      status: 409,
      body: { code: 'free_year_while_running' },
    });
    expect(await shop.subscriptions(as)).toHaveLength(1);
  });

  it('refuses a second free year, and returns the first one for a repeated request', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const [first, second] = [await shop.buildCode({ value: 100 }), await shop.buildCode({ value: 100 })];
    const subscribe = (promocode_name: string) =>
      t.call(commerceCalls.createFreeSubscription, { as, body: { promocode_name, book_id: bookId } });
    const ask = (name: string) =>
      t.call(commerceCalls.requestDiscountedPrice, { as, query: { name, book_id: bookId } });
    const made = await subscribe(first);
    expect(made.status).toBe(201);
    expect((await subscribe(first)).body.id).toBe(made.body.id);
    for (const answer of [await subscribe(second), await ask(second)])
      expect([answer.status, answer.body.code]).toEqual([409, 'free_year_while_running']);
  });

  it('starts again if the running subscription has changed since', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const before = await shop.startPayPal({ as, bookId });
    const free = await shop.buildCode({ value: 100 });
    await t.call(commerceCalls.createFreeSubscription, {
      as,
      body: { book_id: bookId, promocode_name: free },
    });
    const after = await shop.startPayPal({ as, bookId });
    expect(after.body.subscription_id).not.toBe(before.body.subscription_id);
    await shop.approve(after.body.subscription_id);
    expect((await shop.comeBack({ as, bookId }, after.body.subscription_id)).body).toMatchObject({
      renews_at: RENEWS_AT,
    });
  });
});

import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scheduleDailyJobs } from '../../app/job-handlers.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import type { EmulatedCharge } from './emulator/state.ts';
import { paymentProviders } from './payment-providers.ts';

const STEP_DAYS = 50;

describe('an account with subscriptions is deleted', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  // Each test lives through its own years.
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    await scheduleDailyJobs(t.deps);
  });
  afterEach(() => t.close());

  /** Lets time pass: the providers bill what is due, and the worker runs the due jobs. */
  async function live(days: number) {
    for (let left = days; left > 0; left -= STEP_DAYS) {
      t.clock.advance(Math.min(left, STEP_DAYS) * DAY_MS);
      await paymentProviders(t.deps).billDue();
      await shop.runJobs();
    }
  }
  async function remove(as: Person) {
    // As after signing in again.
    await sql`update sessions set created_at = ${t.clock.now()} where user_id = ${as.id}`.execute(t.deps.db);
    const answer = await t.call(accountsCalls.deleteAccount, { as, body: { email: as.email } });
    expect(answer.status).toBe(204);
  }
  const isBack = (charge: EmulatedCharge | undefined) =>
    charge?.status === 'voided' || charge?.refundedCents === charge?.amountCents;
  const agreement = (id: string) => shop.emulator().state.subscriptions.find((one) => one.id === id);
  const sales = (id: string) => shop.emulator().state.sales.filter((one) => one.subscriptionId === id);
  async function beginPayPal(as: Person) {
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    return { bookId, id: body.subscription_id as string };
  }
  async function payByPayPal(as: Person) {
    const { bookId, id } = await beginPayPal(as);
    await shop.approve(id);
    await shop.comeBack({ as, bookId }, id);
    await shop.runJobs();
    return id;
  }

  it('lists beforehand what runs and what renews, in any role', async () => {
    const as = await t.person();
    await payByPayPal(as);
    await sql`update users set role = 'author' where id = ${as.id}`.execute(t.deps.db);
    const author: Person = { ...as, role: 'author' };
    const { body } = await t.call(commerceCalls.listSubscribedBooks, { as: author });
    expect(body.data).toMatchObject([{ is_active: true, renews: true, renewal_price: 199 }]);
  });

  it('PayPal is told at once, and charges nothing a year later', async () => {
    const as = await t.person();
    const id = await payByPayPal(as);
    await live(10);
    await remove(as);
    await shop.runJobs();
    expect(agreement(id)?.status).toBe('CANCELLED');
    await live(400);
    expect(sales(id)).toHaveLength(1);
  });

  it('a cancellation that PayPal never got is repeated by a later comparison', async () => {
    const as = await t.person();
    const id = await payByPayPal(as);
    await live(10);
    await remove(as);
    // PayPal was unreachable, and the job gave up.
    await sql`update jobs set dead_at = ${t.clock.now()}
      where kind = 'commerce.cancel-at-paypal' and done_at is null`.execute(t.deps.db);
    await shop.runJobs();
    expect(agreement(id)?.status).toBe('ACTIVE');
    await live(2);
    expect(agreement(id)?.status).toBe('CANCELLED');
  });

  it('an account that was deleted long ago without telling PayPal is found', async () => {
    const as = await t.person();
    const id = await payByPayPal(as);
    await live(3);
    await sql`update users set deleted_at = ${t.clock.now()} where id = ${as.id}`.execute(t.deps.db);
    await sql`update subscriptions set renews = false, cancelled_at = ${t.clock.now()}
      where user_id = ${as.id}`.execute(t.deps.db);
    t.clock.advance(60 * DAY_MS);
    await live(2);
    expect(agreement(id)?.status).toBe('CANCELLED');
    await live(330);
    expect(sales(id)).toHaveLength(1);
  });

  it('a later approval is canceled and refunded', async () => {
    const as = await t.person();
    const { id } = await beginPayPal(as);
    await remove(as);
    await shop.approve(id);
    await live(1);
    expect(agreement(id)?.status).toBe('CANCELLED');
    expect(sales(id)).toMatchObject([{ status: 'REFUNDED' }]);
  });

  it('the card is not charged any more, and the provider deletes it', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    await shop.pay({ as, bookId: book.id });
    await shop.runJobs();
    const { state } = shop.emulator();
    const kept = state.profiles.length;
    const charges = state.charges.length;
    await remove(as);
    await shop.runJobs();
    expect(state.profiles).toHaveLength(kept - 1);
    await live(400);
    expect(state.charges).toHaveLength(charges);
  });

  it('a replaced card is deleted too', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    const { body } = await shop.pay({ as, bookId: book.id });
    await shop.runJobs();
    const kept = shop.emulator().state.profiles.length;
    const billTo = { first_name: 'A', last_name: 'B', address: 'C', city: 'D', zip: '1', country: 'E' };
    await t.call(commerceCalls.updateSubscriptionCard, {
      as,
      params: { id: body.subscription_id },
      body: {
        payment: { card_number: '5424000000000015', expiry: '1235', cvv: '123' },
        bill_to: billTo,
      },
    });
    await live(2);
    expect(shop.emulator().state.profiles).toHaveLength(kept);
  });

  it('a payment under review is refunded when it is approved', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    shop.emulator().state.scenario = 'hold';
    expect((await shop.pay({ as, bookId: book.id })).body.code).toBe('payment_pending');
    shop.emulator().state.scenario = 'succeed';
    await remove(as);
    const charge = shop.emulator().state.charges.at(-1);
    if (charge) charge.status = 'capturedPendingSettlement';
    await live(1);
    expect(isBack(charge)).toBe(true);
  });

  it('a renewal in progress is refunded', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    await shop.pay({ as, bookId: book.id });
    await live(364);
    shop.emulator().state.scenario = 'hold';
    await live(2);
    const charge = shop.emulator().state.charges.at(-1);
    expect(charge?.status).toBe('FDSPendingReview');
    shop.emulator().state.scenario = 'succeed';
    await remove(as);
    if (charge) charge.status = 'capturedPendingSettlement';
    await live(2);
    expect(isBack(charge)).toBe(true);
  });
});

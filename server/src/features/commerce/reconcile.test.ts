import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scheduleDailyJobs } from '../../app/job-handlers.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { mintNumber } from './emulator/state.ts';
import { paymentProviders } from './payment-providers.ts';

describe('the daily comparison', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    await scheduleDailyJobs(t.deps);
    staff = await t.person({ role: 'staff' });
  });
  afterEach(() => t.close());
  const listed = async () => (await t.call(commerceAdminCalls.listDifferences, { as: staff })).body;
  const strange = () => {
    const charge = {
      id: mintNumber(11),
      invoiceNumber: 'NOTOURS',
      amountCents: 100,
      lastFour: '0027',
      cardFingerprint: '',
      at: t.clock.now().toISOString(),
      status: 'settledSuccessfully',
    } as const;
    shop.emulator().state.charges.push(charge);
    return charge;
  };

  it('runs every day, with no order in weeks, once, however many processes start', async () => {
    expect((await listed()).last_run).toBeNull();
    const runs: string[] = [];
    for (let day = 0; day < 20; day += 1) {
      t.clock.advance(DAY_MS);
      await Promise.all([1, 2, 3].map(() => scheduleDailyJobs(t.deps)));
      await shop.runJobs();
      const { last_run } = await listed();
      if (last_run && runs.at(-1) !== last_run.at) runs.push(last_run.at);
    }
    expect(runs).toHaveLength(20);
    const pending = `kind = 'commerce.reconcile' and done_at is null`;
    expect(await shop.count('jobs', pending)).toBe(1);
    expect(await shop.count('reconciliation_runs')).toBe(20);
  });

  it('continues in the next night after a night without a reachable provider', async () => {
    await shop.runJobs();
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId }, body.subscription_id);
    const { subscriptions } = shop.emulator().state;
    const theirs = subscriptions.splice(0);
    // PayPal knows nothing of it in this night.
    t.clock.advance(DAY_MS);
    await shop.runJobs();
    expect((await listed()).data).toMatchObject([{ kind: 'unknown_there', closed_at: null }]);
    subscriptions.push(...theirs);
    t.clock.advance(DAY_MS);
    await shop.runJobs();
    expect((await listed()).data).toMatchObject([{ closed_at: expect.any(String) }]);
  });

  it('covers the days on which the product was down', async () => {
    await shop.passDays(2);
    const charge = strange();
    t.clock.advance(20 * DAY_MS);
    await shop.runJobs();
    expect((await listed()).data).toMatchObject([{ kind: 'missing_here', subject: charge.id }]);
  });

  it('covers two months, which neither provider lists at once', async () => {
    await shop.passDays(1);
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId }, body.subscription_id);
    const charge = strange();
    shop.emulator().state.scenario = 'lost';
    const url = `/payment-emulator/paypal/by-hand/refund/${shop.emulator().state.sales[0]?.id}`;
    await t.app.inject({ method: 'POST', url, payload: { cents: 700 } });
    t.clock.advance(64 * DAY_MS);
    await shop.runJobs();
    await sql`update sessions set last_seen_at = ${t.clock.now()}`.execute(t.deps.db);
    expect((await listed()).data).toMatchObject([{ kind: 'missing_here', subject: charge.id }]);
    expect(await shop.payments(as)).toMatchObject([{ amount: 199, refunded: 7 }]);
  });

  it.each([
    ['forbidden', 'PayPal does not let us list refunds: give the app the permission "Transaction search".'],
    ['broken', 'PayPal did not list refunds: PayPal refused with 400 INVALID_REQUEST.'],
  ] as const)('says why refunds cannot be read: %s', async (reporting, detail) => {
    shop.emulator().state.reporting = reporting;
    await shop.passDays(1);
    expect((await listed()).data).toMatchObject([{ kind: 'refunds_unreadable', detail, closed_at: null }]);
    delete shop.emulator().state.reporting;
    await shop.passDays(1);
    expect((await listed()).data).toMatchObject([{ closed_at: expect.any(String) }]);
  });

  it('keeps a difference open for as long as it exists', async () => {
    await shop.passDays(2);
    const charge = strange();
    await shop.passDays(12);
    expect((await listed()).data).toMatchObject([{ subject: charge.id, closed_at: null }]);
    shop.emulator().state.charges.pop();
    await shop.passDays(1);
    expect((await listed()).data).toMatchObject([{ subject: charge.id, closed_at: expect.any(String) }]);
  });

  it('finds a renewal whose event was lost, on a day without orders', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId }, body.subscription_id);
    await shop.runJobs();
    // Both the events and the job that checks the end of the year are lost.
    shop.emulator().state.scenario = 'lost';
    await sql`delete from jobs where kind = 'commerce.check-paypal-renewal'`.execute(t.deps.db);
    t.clock.advance(360 * DAY_MS);
    await shop.runJobs();
    await sql`delete from jobs where kind = 'commerce.check-paypal-renewal'`.execute(t.deps.db);
    t.clock.advance(8 * DAY_MS);
    await paymentProviders(t.deps).billDue();
    await shop.runJobs();
    await sql`update sessions set last_seen_at = ${t.clock.now()}`.execute(t.deps.db);
    expect((await shop.subscriptions(as))[0]).toMatchObject({
      in_grace: false,
      subscription_end_date: '2028-03-01T09:00:00.000Z',
    });
  });
});

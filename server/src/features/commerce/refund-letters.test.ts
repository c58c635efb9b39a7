import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobHandlers } from '../../app/job-handlers.ts';
import { newId } from '../../platform/ids.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { recordingLog } from '../../testing/recording-log.ts';

describe('letters about refunds', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    staff = await t.person({ role: 'staff' });
  });
  afterEach(() => t.close());
  const REFUNDED = /refunded to you|رددنا/;
  const refunds = async (as: Person) =>
    (await mailsTo(t, as.email)).filter(({ subject }) => REFUNDED.test(subject));
  const paymentOf = async (as: Person) =>
    (await t.call(commerceAdminCalls.listAllPayments, { as: staff, query: { search_term: as.email } })).body
      .data[0];
  const settle = () => {
    for (const charge of shop.emulator().state.charges)
      if (charge.status === 'capturedPendingSettlement') charge.status = 'settledSuccessfully';
  };
  const refund = async (as: Person, amount: number, ends_access: boolean, refund_id = newId()) => {
    const params = { id: (await paymentOf(as)).id };
    const body = { refund_id, amount, ends_access, reason: 'asked for it' };
    expect((await t.call(commerceAdminCalls.refundPayment, { as: staff, params, body })).status).toBe(200);
  };

  it('a partial refund keeps access and renewal, the rest with "end the access" ends both; each sends one letter', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db, { title: 'Chest' });
    await shop.pay({ as, bookId: book.id });
    settle();
    const id = newId();
    await refund(as, 20, false, id);
    await refund(as, 20, false, id);
    const [part, ...more] = await refunds(as);
    expect(more).toEqual([]);
    expect(part?.subject).toBe('$20.00 refunded to you');
    for (const text of [
      '$20.00 of your payment for “Chest” has been refunded',
      'You keep your access until 1 March 2027, and the subscription renews on 1 March 2027',
      'Payment: $199.00',
      'Refunded in total: $20.00',
      'Goes back to: •••• 0027',
    ])
      expect(part?.text).toContain(text);
    await refund(as, 179, true);
    const [rest] = await refunds(as);
    expect(rest?.text).toContain('This subscription has ended with the refund');
    expect(rest?.text).toContain('Refunded in total: $199.00');
    expect(await refunds(as)).toHaveLength(2);
  });

  it('a refund made at PayPal sends one letter, whether the event or the nightly list reports it', async () => {
    const as = await t.person();
    await sql`update users set language = 'ar' where id = ${as.id}`.execute(t.deps.db);
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId }, body.subscription_id);
    const [sale] = shop.emulator().state.sales;
    await t.app.inject({
      method: 'POST',
      url: `/payment-emulator/paypal/by-hand/refund/${sale?.id}`,
      payload: { cents: 500 },
    });
    await Promise.all(
      [1, 2].map(() =>
        runDueJobs({ db: t.deps.db, clock: t.clock, handlers: jobHandlers(t.deps), log: recordingLog() }),
      ),
    );
    await t.call(commerceAdminCalls.runReconciliation, { as: staff });
    const [letter, ...more] = await refunds(as);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('رددنا إليك $5.00');
    expect(letter?.text).toContain('يبقى وصولك كما هو حتى');
  });

  it('the letter about a payment that bought nothing says so', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    await shop.pay({ as, bookId });
    await shop.approve(body.subscription_id);
    // The page to which the buyer returns shows the same.
    expect((await shop.comeBack({ as, bookId }, body.subscription_id)).body.code).toBe('payment_returned');
    await shop.runJobs();
    expect(shop.emulator().state.sales).toMatchObject([{ refundedCents: 19_900 }]);
    const [letter, ...more] = await refunds(as);
    expect(more).toEqual([]);
    expect(letter?.text).toContain('This payment bought no access');
    expect(letter?.text).toContain('Goes back to: PayPal');
  });

  it('an approval of superseded terms that was canceled at PayPal meanwhile is never called unpaid', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const promo = await shop.buildCode({ value: 50 });
    const { body: old } = await shop.startPayPal({ as, bookId });
    await shop.startPayPal({ as, bookId, promo, amount: 99.5 });
    await shop.approve(old.subscription_id);
    const theirs = shop.emulator().state.subscriptions.find(({ id }) => id === old.subscription_id);
    if (theirs) theirs.status = 'CANCELLED';
    for (let again = 0; again < 2; again += 1)
      expect((await shop.comeBack({ as, bookId }, old.subscription_id)).body.code).toBe('payment_returned');
    await shop.runJobs();
    expect(shop.emulator().state.sales).toMatchObject([{ refundedCents: 19_900 }]);
    expect(await refunds(as)).toHaveLength(1);
  });

  it('the receipt of a discounted first year says when and at what price it renews', async () => {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const promo = await shop.buildCode({ value: 50 });
    await shop.pay({ as, bookId, promo, amount: 99.5 });
    const [receipt] = await mailsTo(t, as.email);
    expect(receipt?.text).toContain('Amount: $99.50');
    expect(receipt?.text).toContain('It renews on 1 March 2027 for $199.00 a year.');
    const [payment] = await shop.payments(as);
    const invoice = async () =>
      (await t.call(commerceCalls.getInvoice, { as, params: { id: payment.invoice_id } })).body;
    expect((await invoice()).renewal).toEqual({ date: '2027-03-01T09:00:00.000Z', price: 199 });
    const [own] = await shop.subscriptions(as);
    const body = { cancellation_reason: 'enough' };
    await t.call(commerceCalls.updateBookSubscription, { as, params: { id: own.id }, body });
    expect((await invoice()).renewal).toBeNull();
  });
});

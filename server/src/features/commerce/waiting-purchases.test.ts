import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

describe('a purchase that PayPal activates late', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let as: Person;
  let bookId: string;
  let id: string;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    as = await t.person();
    bookId = (await buildBook(t.deps.db, { title: 'Chest Radiography' })).id;
    shop.emulator().state.scenario = 'late';
    id = (await shop.startPayPal({ as, bookId })).body.subscription_id;
  });
  afterEach(() => t.close());

  const listed = async (person = as) =>
    (await t.call(commerceCalls.listWaitingPurchases, { as: person })).body.data.filter(
      ({ ended }: { ended: unknown }) => ended === null,
    );
  const ended = async () =>
    (await t.call(commerceCalls.listWaitingPurchases, { as })).body.data.filter(
      (one: { ended: unknown }) => one.ended !== null,
    );
  const endedAtCheckout = async () =>
    (await t.call(commerceCalls.getCheckout, { as, query: { book_id: bookId } })).body.waiting_ended;
  const lettersOfEnd = async () =>
    (await mailsTo(t, as.email)).filter(({ subject }) => subject === 'PayPal did not complete your purchase');
  const since = async () =>
    (await t.call(commerceCalls.getCheckout, { as, query: { book_id: bookId } })).body.waiting_since;
  const activate = async () => {
    shop.emulator().state.scenario = 'succeed';
    await t.app.inject({ method: 'POST', url: `/payment-emulator/paypal/activate/${id}` });
    await shop.runJobs();
  };
  const agreement = () => shop.emulator().state.subscriptions.find((one) => one.id === id);
  async function approve() {
    await shop.approve(id);
    expect((await shop.comeBack({ as, bookId }, id)).body.code).toBe('payment_pending');
  }

  it('waits from its approval on, and only for its buyer', async () => {
    await shop.comeBack({ as, bookId }, id);
    expect([await since(), await listed()]).toEqual([null, []]);
    const approvedAt = t.clock.now().toISOString();
    await approve();
    t.clock.advance(60_000);
    await shop.comeBack({ as, bookId }, id);
    expect(await since()).toBe(approvedAt);
    expect(await listed()).toMatchObject([
      { book_id: bookId, package_id: null, title: 'Chest Radiography', waiting_since: approvedAt },
    ]);
    expect(await listed(await t.person())).toEqual([]);
  });

  it('is found by the scheduled check if the buyer never returned', async () => {
    await shop.approve(id);
    t.clock.advance(11 * 60_000);
    await shop.runJobs();
    expect(await since()).toBe(t.clock.now().toISOString());
  });

  it('is a subscription once PayPal activates it', async () => {
    await approve();
    await activate();
    expect([await since(), await listed()]).toEqual([null, []]);
    expect(await shop.subscriptions(as)).toMatchObject([{ gateway: 'paypal', is_active: true }]);
  });

  it('still waits hours later, after the order was abandoned, and is then granted', async () => {
    await approve();
    for (let half = 0; half < 16; half += 1) {
      t.clock.advance(30 * 60_000);
      await shop.runJobs();
    }
    expect(await listed()).toHaveLength(1);
    await activate();
    expect(await listed()).toEqual([]);
    expect(await shop.subscriptions(as)).toHaveLength(1);
  });

  it.each(['CANCELLED', 'EXPIRED'] as const)('ends when PayPal says %s', async (status) => {
    await approve();
    const theirs = agreement();
    if (theirs) theirs.status = status;
    expect((await shop.comeBack({ as, bookId }, id)).body.code).toBe('payment_cancelled');
    expect([await since(), await listed()]).toEqual([null, []]);
    const at = t.clock.now().toISOString();
    expect(await endedAtCheckout()).toEqual({ approved_at: at, at, because: 'ended_at_paypal' });
    expect(await ended()).toMatchObject([{ book_id: bookId, ended: { because: 'ended_at_paypal' } }]);
    await shop.passDays(4);
    const letters = await lettersOfEnd();
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /“Chest Radiography” at PayPal, and the approval was then canceled at PayPal or expired/,
      ),
    ]);
    await shop.passDays(11);
    expect([await endedAtCheckout(), await ended()]).toEqual([null, []]);
  });

  it('ends after three days of silence, with one letter, and can still be completed', async () => {
    await approve();
    await shop.passDays(2);
    expect([await listed(), await ended(), await lettersOfEnd()]).toMatchObject([[{}], [], []]);
    await shop.passDays(2);
    expect([await since(), await listed()]).toEqual([null, []]);
    expect(await endedAtCheckout()).toMatchObject({ because: 'not_completed' });
    expect(await ended()).toMatchObject([
      { title: 'Chest Radiography', ended: { because: 'not_completed' } },
    ]);
    const [letter, ...others] = await lettersOfEnd();
    expect(letter?.text).toMatch(/has not completed it within three days\. Nothing was charged/);
    expect(letter?.text).toContain(`/checkout?mode=book&id=${bookId}`);
    expect(others).toEqual([]);
    await activate();
    expect([await endedAtCheckout(), await ended()]).toEqual([null, []]);
    expect(await shop.subscriptions(as)).toHaveLength(1);
  });

  it('is not reported as ended to a buyer who paid by card while it waited', async () => {
    await approve();
    expect((await shop.pay({ as, bookId })).status).toBe(200);
    await shop.passDays(4);
    expect([await ended(), await lettersOfEnd()]).toEqual([[], []]);
  });

  it('does not wait as a bundle whose price was reduced for a book that was refunded meanwhile', async () => {
    const other = await buildBook(t.deps.db, { priceCents: 19_900 });
    const bundle = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds: [bookId, other.id] });
    shop.emulator().state.scenario = 'succeed';
    expect((await shop.pay({ as, bookId })).status).toBe(200);
    shop.emulator().state.scenario = 'late';
    const purchase = { as, packageId: bundle.id };
    id = (await shop.startPayPal(purchase)).body.subscription_id;
    await shop.approve(id);
    expect((await shop.comeBack(purchase, id)).body.code).toBe('payment_pending');
    const listedAt = { as, query: { package_id: bundle.id } };
    const waits = async () => (await t.call(commerceCalls.getCheckout, listedAt)).body.waiting_since !== null;
    expect([await waits(), (await listed()).length]).toEqual([true, 1]);
    for (const charge of shop.emulator().state.charges) charge.status = 'settledSuccessfully';
    const staff = await t.person({ role: 'staff' });
    const [payment] = (
      await t.call(commerceAdminCalls.listAllPayments, { as: staff, query: { search_term: as.email } })
    ).body.data;
    const refund = { refund_id: newId(), amount: 199, ends_access: false, reason: 'asked for it' };
    const refunded = { as: staff, params: { id: payment.id }, body: refund };
    expect((await t.call(commerceAdminCalls.refundPayment, refunded)).status).toBe(200);
    expect([await waits(), await listed()]).toEqual([false, []]);
    await activate();
    expect(
      (await shop.subscriptions(as)).map(({ package: granted }: { package: unknown }) => granted),
    ).toEqual([null]);
  });

  it('ends when the same item is paid by card, and a later charge by PayPal is returned', async () => {
    await approve();
    expect((await shop.pay({ as, bookId })).status).toBe(200);
    expect([await since(), await listed()]).toEqual([null, []]);
    await activate();
    await shop.runJobs();
    expect(shop.emulator().state.sales).toMatchObject([{ amountCents: 19_900, refundedCents: 19_900 }]);
    expect(await shop.subscriptions(as)).toMatchObject([{ gateway: 'card' }]);
  });

  it('ends when a bundle with the book is paid by card, and the charge by PayPal is returned', async () => {
    await approve();
    const { id: packageId } = await buildPackage(t.deps.db, {
      bookIds: [bookId, (await buildBook(t.deps.db)).id],
    });
    expect((await shop.pay({ as, packageId, amount: 299 })).status).toBe(200);
    expect([await since(), await listed()]).toEqual([null, []]);
    await activate();
    await shop.runJobs();
    expect(shop.emulator().state.sales).toMatchObject([{ amountCents: 19_900, refundedCents: 19_900 }]);
  });

  it('still waits after a card was declined', async () => {
    await approve();
    const declined = await shop.pay({ as, bookId, zip: '46282' });
    expect(declined.body.code).toBe('payment_declined');
    expect(await listed()).toHaveLength(1);
  });
});

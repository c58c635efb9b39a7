import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

describe('a book that a package of the reader contains', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let as: Person;
  let bookId: string;
  let packageId: string;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    as = await t.person();
    bookId = (await buildBook(t.deps.db, { title: 'Inside', priceCents: 20_000 })).id;
    const other = await buildBook(t.deps.db, { priceCents: 20_000 });
    const bookIds = [bookId, other.id];
    packageId = (await buildPackage(t.deps.db, { name: 'Both', priceCents: 30_000, bookIds })).id;
  });
  afterEach(() => t.close());

  const buyBundle = async () => expect((await shop.pay({ as, packageId, amount: 300 })).status).toBe(200);
  const shown = async (query: { book_id: string } | { package_id: string }) =>
    (await t.call(commerceCalls.getCheckout, { as, query })).body;
  const refunded = async () =>
    (await mailsTo(t, as.email)).filter(({ subject }) => /refunded to you/.test(subject));

  it('is not sold and not given for a code, and the checkout names the package', async () => {
    expect(await shown({ book_id: bookId })).toMatchObject({ included_in: null });
    await buyBundle();
    expect((await shown({ book_id: bookId })).included_in).toEqual({
      id: packageId,
      title: 'Both',
      subscription_end_date: '2027-03-01T09:00:00.000Z',
    });
    expect((await shown({ package_id: packageId })).included_in).toBeNull();
    const promocode_name = await shop.buildCode({ value: 100 });
    const free = { as, body: { book_id: bookId, promocode_name } };
    const refused = { status: 409, body: { code: 'included_in_bundle' } };
    expect(await shop.pay({ as, bookId, amount: 200 })).toMatchObject(refused);
    expect(await shop.startPayPal({ as, bookId })).toMatchObject(refused);
    expect(await t.call(commerceCalls.createFreeSubscription, free)).toMatchObject(refused);
    expect(shop.emulator().state.charges).toHaveLength(1);
  });

  it('is not sold while a package from staff contains it, nor is a smaller package', async () => {
    const staff = await t.person({ role: 'staff' });
    const part = await buildPackage(t.deps.db, { priceCents: 10_000, bookIds: [bookId] });
    const grant = { params: { id: as.id }, body: { package_id: packageId, months: 24 } };
    expect((await t.call(adminCalls.grantSubscription, { as: staff, ...grant })).status).toBe(201);
    expect((await shop.pay({ as, bookId, amount: 200 })).body.code).toBe('included_in_bundle');
    expect((await shop.pay({ as, packageId: part.id, amount: 100 })).body.code).toBe('included_in_bundle');
  });

  it('is refunded if its approval at PayPal arrives after the package was bought', async () => {
    const { body } = await shop.startPayPal({ as, bookId });
    await buyBundle();
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, bookId }, body.subscription_id)).body.code).toBe('payment_returned');
    await shop.runJobs();
    expect(shop.emulator().state.sales).toMatchObject([{ refundedCents: 20_000 }]);
    expect(shop.emulator().state.subscriptions).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await refunded()).toHaveLength(1);
  });

  it('is paid once if the book and the package are paid concurrently', async () => {
    await Promise.all([shop.pay({ as, bookId, amount: 200 }), shop.pay({ as, packageId, amount: 300 })]);
    await shop.runJobs();
    const running = await shop.subscriptions(as);
    const payments = await shop.payments(as);
    const kept = payments.reduce(
      (sum: number, one: { state: string; amount: number; refunded: number }) =>
        one.state === 'approved' ? sum + one.amount - one.refunded : sum,
      0,
    );
    expect(running).toHaveLength(1);
    const holds = running.map((one: { package: unknown }) => (one.package ? 300 : 200));
    expect(kept).toBe(holds.reduce((sum: number, cents: number) => sum + cents, 0));
  });

  describe('and its credit', () => {
    let staff: Person;
    beforeEach(async () => {
      staff = await t.person({ role: 'staff' });
    });
    /** The payment for the book, or the only one. */
    async function refundBook(more: { ends_credited?: boolean }) {
      for (const charge of shop.emulator().state.charges) charge.status = 'settledSuccessfully';
      const query = { search_term: as.email };
      const listed = await t.call(commerceAdminCalls.listAllPayments, { as: staff, query });
      const payments: { id: string; title: string }[] = listed.body.data;
      const params = { id: payments.find(({ title }) => title === 'Inside')?.id ?? payments[0]?.id ?? '' };
      const { body: refundable } = await t.call(commerceAdminCalls.getRefundable, { as: staff, params });
      const body = { refund_id: newId(), amount: 200, ends_access: true, reason: 'asked for it', ...more };
      const answer = await t.call(commerceAdminCalls.refundPayment, { as: staff, params, body });
      await shop.runJobs();
      return { credited: refundable.credited_to, access: refundable.access, answer };
    }
    const active = async () =>
      (await shop.subscriptions(as))
        .filter((one: { is_active: boolean }) => one.is_active)
        .map((one: { package: { name: string } | null }) => one.package?.name ?? 'book');

    it('is not refunded before staff decide about the package', async () => {
      await shop.pay({ as, bookId, amount: 200 });
      expect((await shop.pay({ as, packageId, amount: 150 })).status).toBe(200);
      const { credited, access, answer } = await refundBook({});
      expect(credited).toMatchObject([{ title: 'Both' }]);
      expect(access.remains).toEqual([{ kind: 'bundle', name: 'Both', whole: true, is_credited: true }]);
      expect(answer).toMatchObject({ status: 409, body: { code: 'refund_credited' } });
      expect((await active()).sort()).toEqual(['Both', 'book']);
    });

    it.each([
      [true, []],
      [false, ['Both']],
    ])('ends the package with the refund where the staff say %s', async (ends_credited, left) => {
      await shop.pay({ as, bookId, amount: 200 });
      await shop.pay({ as, packageId, amount: 150 });
      expect((await refundBook({ ends_credited })).answer.status).toBe(200);
      expect(await active()).toEqual(left);
      const ended = (await mailsTo(t, as.email)).filter(({ subject }) => /Both.*has ended/.test(subject));
      expect(ended).toHaveLength(ends_credited ? 1 : 0);
    });

    it('needs no decision if the package was bought without it', async () => {
      await buyBundle();
      expect((await refundBook({})).credited).toEqual([]);
    });

    it.each(['refunded', 'bought'])(
      'is counted again when a book was %s before the approval',
      async (what) => {
        if (what === 'refunded') await shop.pay({ as, bookId, amount: 200 });
        const { body } = await shop.startPayPal({ as, packageId });
        if (what === 'bought') await shop.pay({ as, bookId, amount: 200 });
        else expect((await refundBook({})).answer.status).toBe(200);
        await shop.approve(body.subscription_id);
        expect((await shop.comeBack({ as, packageId }, body.subscription_id)).body.code).toBe(
          'payment_returned',
        );
        await shop.runJobs();
        const [sale] = shop.emulator().state.sales;
        expect(sale?.refundedCents).toBe(sale?.amountCents);
        expect(await active()).toEqual(what === 'bought' ? ['book'] : []);
      },
    );
  });
});

import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

  it('is not sold while a package that the staff gave contains it, nor is a smaller package', async () => {
    const staff = await t.person({ role: 'staff' });
    const part = await buildPackage(t.deps.db, { priceCents: 10_000, bookIds: [bookId] });
    const grant = { params: { id: as.id }, body: { package_id: packageId, months: 12 } };
    expect((await t.call(adminCalls.grantSubscription, { as: staff, ...grant })).status).toBe(201);
    expect((await shop.pay({ as, bookId, amount: 200 })).body.code).toBe('included_in_bundle');
    expect((await shop.pay({ as, packageId: part.id, amount: 100 })).body.code).toBe('included_in_bundle');
  });

  it('goes back when its approval at PayPal comes after the package was bought', async () => {
    const { body } = await shop.startPayPal({ as, bookId });
    await buyBundle();
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, bookId }, body.subscription_id)).body.code).toBe('payment_returned');
    await shop.runJobs();
    expect(shop.emulator().state.sales).toMatchObject([{ refundedCents: 20_000 }]);
    expect(shop.emulator().state.subscriptions).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await refunded()).toHaveLength(1);
  });

  it('is paid once when the book and the package are paid in the same moment', async () => {
    await Promise.all([shop.pay({ as, bookId, amount: 200 }), shop.pay({ as, packageId, amount: 300 })]);
    await shop.runJobs();
    const running = await shop.subscriptions(as);
    const payments = await shop.payments(as);
    const kept = payments.reduce(
      (sum: number, one: { state: string; amount: number; refunded: number }) =>
        one.state === 'approved' ? sum + one.amount - one.refunded : sum,
      0,
    );
    const holds = running.map((one: { package: unknown }) => (one.package ? 300 : 200));
    expect(kept).toBe(holds.reduce((sum: number, cents: number) => sum + cents, 0));
  });
});

import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { publishingAdminCalls } from '@vesalius/contract/publishing-admin-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { bundleShop } from '../../testing/bundle-shop.ts';
import { buildBook, buildWork } from '../../testing/factories.ts';
import { liveUntil } from '../../testing/years.ts';
import { isRenewing } from './is-renewing.ts';
import { commerceJobs } from './jobs.ts';
import { paymentProviders } from './payment-providers.ts';

type Shop = Awaited<ReturnType<typeof bundleShop>>;

describe('a book that has left the shop', () => {
  let s: Shop;
  let edition: string;
  beforeEach(async () => {
    s = await bundleShop();
    await buildWork(s.t.deps.db, { id: s.inside });
  });
  afterEach(() => s.t.close());

  /** Another edition is published in place of "Inside". */
  async function replace(): Promise<void> {
    const { db } = s.t.deps;
    edition = (await buildBook(db, { title: 'Inside, again', priceCents: 20_000 })).id;
    await sql`update books set old_version_book_id = ${s.inside}, readable_until = '2030-01-01',
      published_at = ${s.t.clock.now()}, edition = '2nd edition' where id = ${edition}`.execute(db);
    await enqueue(db, commerceJobs.followShop({ book_id: s.inside }));
    await s.shop.runJobs();
  }
  const sale = async (call: 'withdrawBook' | 'bringBackBook') => {
    const answer = await s.t.call(workReleasesCalls[call], { as: s.staff, params: { id: s.inside } });
    expect(answer.status).toBe(200);
    await s.shop.runJobs();
  };
  const withdraw = async () => {
    await sale('withdrawBook');
    // The letters are delayed, in case of a click by mistake.
    s.t.clock.advance(11 * MINUTE_MS);
    await s.shop.runJobs();
  };
  /** Makes the other book alone worth the price of the bundle. */
  const keepWorth = () =>
    sql`update books set price_cents = 30000 where id = ${s.other}`.execute(s.t.deps.db);
  const setPrice = async (id: string, previous_price: number, price: number) => {
    const body = { price, previous_price };
    const answer = await s.t.call(commerceAdminCalls.updatePrice, { as: s.staff, params: { id }, body });
    expect(answer.status).toBe(204);
    s.t.clock.advance(11 * MINUTE_MS);
    await s.shop.runJobs();
  };
  const offer = async (call: 'publishPackage' | 'withdrawPackage') => {
    const answer = await s.t.call(publishingAdminCalls[call], { as: s.staff, params: { id: s.packageId } });
    expect(answer.status).toBe(200);
  };
  const bringBack = () => sale('bringBackBook');
  const agreement = (id: string) => s.shop.emulator().state.subscriptions.find((one) => one.id === id);
  const sales = (id: string) =>
    s.shop
      .emulator()
      .state.sales.filter(({ subscriptionId }) => subscriptionId === id)
      .map(({ amountCents, refundedCents }) => amountCents - refundedCents);
  const leave = { replaced: replace, withdrawn: withdraw };

  it('is not part of a bundle that is bought while it is withdrawn: its renewal stays on hold', async () => {
    await s.byCard({ bookId: s.inside });
    await keepWorth();
    await withdraw();
    expect((await s.shown({ packageId: s.packageId })).ends_renewals).toEqual([]);
    await s.byCard({ packageId: s.packageId });
    expect(await s.letters(/no separate renewal/)).toEqual([]);
    await bringBack();
    expect(await s.own('Inside')).toMatchObject({ renews: true, left_shop: null });
  });

  describe.each(['replaced', 'withdrawn'] as const)('%s', (how) => {
    it('cannot be bought, not by link, code, PayPal or for nothing', async () => {
      const free = await s.shop.buildCode({ value: 100 });
      const half = await s.shop.buildCode({ value: 50 });
      await leave[how]();
      const { as, inside: bookId, shop, t } = s;
      const query = { book_id: bookId };
      expect((await t.call(commerceCalls.getCheckout, { as, query })).body.is_sold).toBe(false);
      const name = half;
      expect(
        (await t.call(commerceCalls.requestDiscountedPrice, { as, query: { ...query, name } })).body.code,
      ).toBe('not_sold');
      expect((await shop.pay({ as, bookId, amount: 200 })).body.code).toBe('not_sold');
      expect((await shop.pay({ as, bookId, amount: 100, promo: half })).body.code).toBe('not_sold');
      expect((await shop.startPayPal({ as, bookId })).body.code).toBe('not_sold');
      const body = { promocode_name: free, book_id: bookId };
      expect((await t.call(commerceCalls.createFreeSubscription, { as, body })).body.code).toBe('not_sold');
      expect(await shop.subscriptions(as)).toEqual([]);
      expect(s.charged()).toEqual([]);
    });

    it('is not granted to a later approval at PayPal: the money is returned', async () => {
      const { as, inside: bookId, shop } = s;
      const { body } = await shop.startPayPal({ as, bookId });
      await leave[how]();
      await shop.approve(body.subscription_id);
      expect((await shop.comeBack({ as, bookId }, body.subscription_id)).body.code).toBe('payment_returned');
      await shop.runJobs();
      expect(sales(body.subscription_id)).toEqual([0]);
      expect(agreement(body.subscription_id)?.status).toBe('CANCELLED');
      expect(await shop.subscriptions(as)).toEqual([]);
    });

    it('is not granted to a card payment that was under review: the money is returned', async () => {
      const { as, inside: bookId, shop } = s;
      shop.emulator().state.scenario = 'hold';
      expect((await shop.pay({ as, bookId, amount: 200 })).body.code).toBe('payment_pending');
      await leave[how]();
      const [charge] = shop.emulator().state.charges;
      if (charge) charge.status = 'capturedPendingSettlement';
      s.t.clock.advance(DAY_MS);
      await shop.runJobs();
      expect(await shop.subscriptions(as)).toEqual([]);
      expect(shop.emulator().state.charges.map(({ status }) => status)).toEqual(['voided']);
    });

    it('is not charged for another year: a letter, access to the end of the year, no charge', async () => {
      const { as, inside: bookId, shop, t } = s;
      const another = await t.person();
      await s.byCard({ bookId });
      const { body } = await shop.startPayPal({ as: another, bookId });
      await shop.approve(body.subscription_id);
      await shop.comeBack({ as: another, bookId }, body.subscription_id);
      await shop.runJobs();
      await leave[how]();
      for (const reader of [as, another]) {
        const letters = await s.letters(/will not renew/, reader);
        expect(letters.map(({ subject }) => subject)).toEqual(['Inside will not renew']);
        expect(letters[0]?.text).toContain('1 March 2027');
        if (how === 'replaced') {
          expect(letters[0]?.html).toContain(`/book-profile/${edition}`);
          expect(letters[0]?.text).toContain(
            'a new edition of “Inside” is out: “Inside, again” (2nd edition)',
          );
          expect(letters[0]?.text).toContain('replaces the one you subscribe to (1)');
        }
        const [subscription] = await shop.subscriptions(reader);
        expect(subscription).toMatchObject({ is_active: true, renews: false, renews_at: null });
        expect(subscription.left_shop).toMatchObject({
          because: how,
          new_edition: how === 'replaced' ? { id: edition, title: 'Inside, again' } : null,
        });
      }
      await liveUntil(t, shop, '2027-02-20T09:00:00.000Z');
      for (let day = 0; day < 30; day += 1) {
        await shop.passDays(1);
        await paymentProviders(t.deps).billDue();
      }
      expect(s.charged()).toEqual([20_000]);
      expect(sales(body.subscription_id)).toEqual([20_000]);
      expect(agreement(body.subscription_id)?.status).toBe('CANCELLED');
      for (const reader of [as, another]) {
        expect(await s.letters(/renews on/, reader)).toEqual([]);
        expect((await shop.subscriptions(reader))[0]).toMatchObject({ is_active: false });
      }
    });

    it('is given by staff after a confirmation, and its letters offer only sold items', async () => {
      await leave[how]();
      const { as, inside, shop, staff, t } = s;
      const give = (more = {}) =>
        t.call(adminCalls.grantSubscription, {
          ...{ as: staff, params: { id: as.id }, body: { book_id: inside, months: 3, ...more } },
        });
      expect((await give()).body.code).toBe('not_in_shop');
      expect(await shop.subscriptions(as)).toEqual([]);
      expect((await give({ although_not_sold: true })).status).toBe(201);
      expect((await give({ although_not_sold: true })).body.code).toBe('already_subscribed');
      await liveUntil(t, shop, '2026-06-10T09:00:00.000Z');
      const letters = await s.letters(/free access/);
      expect(letters).toHaveLength(2);
      for (const { html } of letters) {
        expect(html).not.toContain(`/book-profile/${inside}`);
        expect(html).toContain(how === 'replaced' ? `/book-profile/${edition}` : '/subscription-management');
      }
    });

    it('is not called a coming renewal on the page that staff see', async () => {
      await s.byCard({ bookId: s.inside });
      const seen = async () =>
        (await s.t.call(adminCalls.getPerson, { as: s.staff, params: { id: s.as.id } })).body
          .subscriptions[0];
      expect(await seen()).toMatchObject({ renews: true, renewal_held: false });
      await leave[how]();
      const { renews, renewal_held: isHeld } = await seen();
      expect(renews && !isHeld).toBe(false);
      expect(isHeld).toBe(how === 'withdrawn');
      expect(await isRenewing(s.t.deps.db, s.as.id)).toBe(false);
    });

    it('is named before its package is charged for another year, with the price', async () => {
      await s.byCard({ packageId: s.packageId });
      await keepWorth();
      s.t.clock.advance(1000);
      await leave[how]();
      await liveUntil(s.t, s.shop, '2027-02-05T09:00:00.000Z');
      const [letter] = await s.letters(/renews on/);
      expect(letter?.text).toMatch(/this has left the bundle: “Inside( \(1\))?”/);
      expect(letter?.text).toContain('$300.00');
      expect(letter?.text).not.toContain('“Other”');
      // After a payment without the book, the next reminder has nothing to report.
      await liveUntil(s.t, s.shop, '2028-02-05T09:00:00.000Z');
      const later = await s.letters(/renews on/);
      expect(later).toHaveLength(2);
      expect(later.filter(({ text }) => text.includes('has left the bundle'))).toHaveLength(1);
    });

    it('is not charged by a late job, nor renewed by an undone cancellation', async () => {
      const { as, inside: bookId, t } = s;
      await s.byCard({ bookId });
      await s.cancel('Inside');
      await leave[how]();
      const { id } = await s.own('Inside');
      expect(await s.own('Inside')).toMatchObject({ can_resume: false });
      expect((await t.call(commerceCalls.resumeBookSubscription, { as, params: { id } })).body.code).toBe(
        'not_resumable',
      );
      expect(await s.letters(/Inside will not renew/)).toEqual([]);
    });
  });

  it('ends the renewal of a replaced edition at PayPal at once', async () => {
    const id = await s.byPayPal({ bookId: s.inside });
    await replace();
    expect(agreement(id)?.status).toBe('CANCELLED');
    expect(await s.own('Inside')).toMatchObject({ cancelled_because: 'replaced', can_cancel: false });
  });

  it('renews as before when a withdrawn book is back in time, by card and at PayPal', async () => {
    const { shop, t } = s;
    const another = await t.person();
    await s.byCard({ bookId: s.inside });
    const { body } = await shop.startPayPal({ as: another, bookId: s.inside });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as: another, bookId: s.inside }, body.subscription_id);
    await shop.runJobs();
    await withdraw();
    expect(agreement(body.subscription_id)?.status).toBe('ACTIVE');
    await bringBack();
    for (const reader of [s.as, another]) {
      const [letter, ...more] = await s.letters(/renews again/, reader);
      expect(more).toEqual([]);
      expect(letter?.text).toContain('$200.00');
      expect((await shop.subscriptions(reader))[0]).toMatchObject({ renews: true, left_shop: null });
    }
    await liveUntil(t, shop, '2027-04-01T09:00:00.000Z');
    expect(s.charged()).toEqual([20_000, 20_000]);
    expect(sales(body.subscription_id)).toEqual([20_000, 20_000]);
  });

  it('does not renew for a reader who canceled meanwhile', async () => {
    await s.byCard({ bookId: s.inside });
    await withdraw();
    expect(await s.own('Inside')).toMatchObject({ can_cancel: true });
    await s.cancel('Inside');
    await bringBack();
    expect(await s.letters(/renews again/)).toEqual([]);
    expect(await s.own('Inside')).toMatchObject({ renews: false, can_resume: true });
    await liveUntil(s.t, s.shop, '2027-04-01T09:00:00.000Z');
    expect(s.charged()).toEqual([20_000]);
  });

  it('sends no letter if the withdrawal is undone at once', async () => {
    await s.byCard({ bookId: s.inside });
    await sale('withdrawBook');
    await bringBack();
    s.t.clock.advance(HOUR_MS);
    await s.shop.runJobs();
    expect(await s.letters(/will not renew|renews again/)).toEqual([]);
  });

  it('refunds a year that PayPal charged anyway', async () => {
    const id = await s.byPayPal({ bookId: s.inside });
    await withdraw();
    s.t.clock.set(new Date('2027-03-01T10:00:00.000Z'));
    const { emulator } = s.shop;
    emulator().state.sales.push({
      ...{ id: 'SALE-TOO-FAR', subscriptionId: id, amountCents: 20_000, refundedCents: 0 },
      ...{ at: s.t.clock.now().toISOString(), status: 'COMPLETED' as const },
    });
    await enqueue(s.t.deps.db, commerceJobs.syncPayPal({ provider_subscription_id: id }));
    await s.shop.runJobs();
    expect(sales(id)).toEqual([20_000, 0]);
    expect(agreement(id)?.status).toBe('CANCELLED');
  });

  it('ends renewals that an earlier software release had missed, in the daily job', async () => {
    const id = await s.byPayPal({ bookId: s.inside });
    const fresh = await buildBook(s.t.deps.db, { title: 'Inside, again' });
    await sql`update books set old_version_book_id = ${s.inside}, readable_until = '2030-01-01' where id = ${fresh.id}`.execute(
      s.t.deps.db,
    );
    await enqueue(s.t.deps.db, commerceJobs.reconcile({}));
    await s.shop.runJobs();
    expect(agreement(id)?.status).toBe('CANCELLED');
    expect(await s.letters(/Inside will not renew/)).toHaveLength(1);
  });

  it('is not named any more in a package at the checkout, which is still sold without it', async () => {
    const before = await s.shown({ packageId: s.packageId });
    expect(before.books).toEqual(['Inside', 'Other']);
    await keepWorth();
    await withdraw();
    expect(await s.shown({ packageId: s.packageId })).toMatchObject({ books: ['Other'], number_of_books: 1 });
    await s.byCard({ packageId: s.packageId });
  });

  it('was part of a package when that was ordered: a later approval is refunded', async () => {
    const { as, packageId, shop } = s;
    const { body } = await shop.startPayPal({ as, packageId });
    s.t.clock.advance(1000);
    await withdraw();
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, packageId }, body.subscription_id)).body.code).toBe('payment_returned');
    await shop.runJobs();
    expect(sales(body.subscription_id)).toEqual([0]);
  });

  it('keeps its renewal on hold when a package is bought that is sold without it', async () => {
    await s.byCard({ bookId: s.inside });
    expect((await s.shown({ packageId: s.packageId })).ends_renewals).toHaveLength(1);
    await keepWorth();
    await withdraw();
    expect((await s.shown({ packageId: s.packageId })).ends_renewals).toEqual([]);
    await s.byCard({ packageId: s.packageId });
    expect(await s.own('Inside')).toMatchObject({ can_cancel: true, left_shop: { because: 'withdrawn' } });
    // Back in the shop, and in the package: the reader does not pay for it twice.
    await bringBack();
    await liveUntil(s.t, s.shop, '2027-04-01T09:00:00.000Z');
    expect(s.charged().filter((cents) => cents === 20_000)).toHaveLength(1);
  });

  it('leaves a package that costs more than the rest, which is not sold or renewed until its price is lower', async () => {
    const { as, packageId, t } = s;
    await s.byCard({ packageId });
    await withdraw();
    const buyer = await t.person();
    expect(await s.shown({ packageId })).toMatchObject({ is_sold: false });
    expect((await s.shop.pay({ as: buyer, packageId, amount: 300 })).body.code).toBe('not_sold');
    const { getPackage, listPackages } = catalogueCalls;
    expect((await t.call(getPackage, { as: buyer, params: { id: packageId } })).status).toBe(404);
    expect((await t.call(listPackages, { as: buyer })).body.data).toEqual([]);
    expect((await s.letters(/Both will not renew/))[0]?.text).toContain('“Both” is no longer sold');
    expect(await s.own('Both')).toMatchObject({ is_active: true, left_shop: { because: 'withdrawn' } });
    await setPrice(packageId, 300, 200);
    expect((await s.letters(/Both renews again/, as))[0]?.text).toContain('“Both” is sold again');
    expect((await s.shop.pay({ as: buyer, packageId, amount: 200 })).status).toBe(200);
  });

  it('puts a package on hold by the price of the remaining book, and releases it by that price', async () => {
    const { packageId, other } = s;
    await s.byCard({ packageId });
    await setPrice(other, 200, 300);
    await withdraw();
    expect(await s.letters(/Both will not renew/)).toEqual([]);
    await setPrice(other, 300, 250);
    expect(await s.letters(/Both will not renew/)).toHaveLength(1);
    await setPrice(other, 250, 350);
    expect(await s.letters(/Both renews again/)).toHaveLength(1);
  });

  it('a package that staff take out of the shop does not renew meanwhile', async () => {
    const { t, shop } = s;
    await s.byCard({ packageId: s.packageId });
    await offer('withdrawPackage');
    await offer('publishPackage');
    t.clock.advance(11 * MINUTE_MS);
    await shop.runJobs();
    expect(await s.letters(/will not renew/)).toEqual([]);
    await offer('withdrawPackage');
    t.clock.advance(11 * MINUTE_MS);
    await shop.runJobs();
    expect(await s.letters(/Both will not renew/)).toHaveLength(1);
    expect(await s.own('Both')).toMatchObject({ is_active: true, left_shop: { because: 'withdrawn' } });
    await offer('publishPackage');
    t.clock.advance(11 * MINUTE_MS);
    await shop.runJobs();
    expect(await s.letters(/Both renews again/)).toHaveLength(1);
    await offer('withdrawPackage');
    await liveUntil(t, shop, '2027-04-01T09:00:00.000Z');
    expect(s.charged()).toHaveLength(1);
  });

  it('leaves a package that cannot be bought if it had no other book', async () => {
    await s.byCard({ packageId: s.packageId });
    await withdraw();
    await sql`update books set withdrawn_at = ${s.t.clock.now()} where id = ${s.other}`.execute(s.t.deps.db);
    const { packageId, t } = s;
    expect(await s.shown({ packageId })).toMatchObject({ is_sold: false, books: [] });
    const buyer = await t.person();
    expect((await s.shop.pay({ as: buyer, packageId, amount: 300 })).body.code).toBe('not_sold');
    await liveUntil(t, s.shop, '2027-04-01T09:00:00.000Z');
    expect(s.charged()).toHaveLength(1);
  });
});

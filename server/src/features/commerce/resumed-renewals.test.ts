import { adminCalls } from '@vesalius/contract/admin-calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleShop } from '../../testing/bundle-shop.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { liveUntil } from '../../testing/years.ts';

const OWN = /Your own subscriptions after Both/;

describe('renewals that a bundle ended, when the bundle ends early', () => {
  let s: Awaited<ReturnType<typeof bundleShop>>;
  beforeEach(async () => {
    s = await bundleShop();
  });
  afterEach(() => s.t.close());
  const endByStaff = (id: string, ends_at: string) =>
    s.t.call(adminCalls.extendSubscription, { as: s.staff, params: { id }, body: { ends_at } });

  it('resume by card after a refund: the letter says when and for how much, and the year is charged', async () => {
    await s.byCard({ bookId: s.inside });
    await s.byCard({ packageId: s.packageId });
    expect(await s.own('Inside')).toMatchObject({ renews: false });
    expect((await s.refund('Both')).status).toBe(200);
    expect(await s.own('Inside')).toMatchObject({
      renews: true,
      renews_at: '2027-03-01T09:00:00.000Z',
      cancelled_at: null,
    });
    const [letter, ...more] = await s.letters(OWN);
    expect(more).toEqual([]);
    expect(letter?.text).toContain('Inside: renews again on 1 March 2027 for $200.00');
    const before = s.charged().length;
    await liveUntil(s.t, s.shop, '2027-03-05T09:00:00.000Z');
    expect(s.charged().slice(before)).toEqual([20_000]);
    expect(await s.letters(/renews on 1 March 2027/)).toHaveLength(1);
  });

  it('are offered if PayPal renewed them: the letter says so, and the new year begins after the paid one', async () => {
    const agreement = await s.byPayPal({ bookId: s.inside });
    await s.byPayPal({ packageId: s.packageId });
    await s.refund('Both');
    expect(s.shop.emulator().state.subscriptions.find(({ id }) => id === agreement)?.status).toBe(
      'CANCELLED',
    );
    const [letter] = await s.letters(OWN);
    expect(letter?.text).toContain('Inside: open until 1 March 2027, does not renew');
    expect(letter?.text).toContain('can be subscribed to again');
    expect(await s.shown({ bookId: s.inside })).toMatchObject({ included_in: null, begins_after: null });
    await s.byPayPal({ bookId: s.inside });
    expect(await s.own('Inside')).toMatchObject({
      renews: true,
      subscription_end_date: '2028-03-01T09:00:00.000Z',
    });
  });

  it('resume when staff end the bundle, and end again when staff undo that', async () => {
    await s.byCard({ bookId: s.inside });
    const id = await s.byCard({ packageId: s.packageId });
    await endByStaff(id, s.t.clock.now().toISOString());
    await s.shop.runJobs();
    expect(await s.own('Inside')).toMatchObject({ renews: true });
    expect(await s.letters(OWN)).toHaveLength(1);
    await endByStaff(id, '2027-03-01T09:00:00.000Z');
    expect(await s.own('Both')).toMatchObject({ renews: true });
    expect(await s.own('Inside')).toMatchObject({ renews: false });
  });

  it('stay ended if the reader had canceled them', async () => {
    await s.byCard({ bookId: s.inside });
    await s.cancel('Inside');
    await s.byCard({ packageId: s.packageId });
    await s.refund('Both');
    expect(await s.own('Inside')).toMatchObject({ renews: false, can_resume: true });
    expect(await s.letters(OWN)).toEqual([]);
  });

  it('stay ended if another bundle contains the book', async () => {
    await s.byCard({ bookId: s.inside });
    await s.byCard({ packageId: s.packageId });
    const third = await buildBook(s.t.deps.db, { priceCents: 40_000 });
    const bookIds = [s.inside, s.other, third.id];
    const all = await buildPackage(s.t.deps.db, { name: 'All', priceCents: 60_000, bookIds });
    await s.byCard({ packageId: all.id });
    await s.refund('Both', { ends_credited: false });
    expect(await s.own('Inside')).toMatchObject({ renews: false });
    expect(await s.letters(OWN)).toEqual([]);
  });

  it('stay ended if their own payment is refunded, and the letter names the bundle that ends with it', async () => {
    await s.byCard({ bookId: s.inside });
    await s.byCard({ packageId: s.packageId });
    await s.refund('Inside', { ends_credited: true });
    expect(await s.own('Inside')).toMatchObject({ renews: false, is_active: false });
    expect(await s.own('Both')).toMatchObject({ renews: false, is_active: false });
    expect(await s.letters(OWN)).toEqual([]);
    const [refund] = await s.letters(/refunded to you/);
    expect(refund?.text).toContain(
      'This payment had lowered the price of your bundle “Both”, so the bundle has ended as well',
    );
  });

  it('are named in the refund of the bundle by the bundle', async () => {
    await s.byCard({ packageId: s.packageId });
    await s.refund('Both');
    const [refund] = await s.letters(/refunded to you/);
    expect(refund?.text).toContain('$300.00 of your payment for the bundle “Both” has been refunded');
    expect(await s.letters(OWN)).toEqual([]);
  });
});

import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { bundleShop } from '../../testing/bundle-shop.ts';
import { liveUntil } from '../../testing/years.ts';

const YEAR_ENDS = '2027-03-01T09:00:00.000Z';
const NEXT_ENDS = '2028-03-01T09:00:00.000Z';

describe('a book beside a bundle that contains it and runs to its end', () => {
  let s: Awaited<ReturnType<typeof bundleShop>>;
  beforeEach(async () => {
    s = await bundleShop();
  });
  afterEach(() => s.t.close());
  const resume = async (name: string) =>
    s.t.call(commerceCalls.resumeBookSubscription, { as: s.as, params: { id: (await s.own(name)).id } });
  const give = (months: number) =>
    s.t.call(adminCalls.grantSubscription, {
      as: s.staff,
      params: { id: s.as.id },
      body: { package_id: s.packageId, months },
    });
  async function bookThenCanceledBundle() {
    await s.byCard({ bookId: s.inside });
    s.t.clock.advance(10 * DAY_MS);
    await s.byCard({ packageId: s.packageId });
    await s.cancel('Both');
  }

  it('is kept: it renews when the bundle ends, and is charged then', async () => {
    await bookThenCanceledBundle();
    expect(await s.own('Inside')).toMatchObject({ renews: false, can_resume: true });
    expect((await resume('Inside')).body).toMatchObject({
      renews: true,
      renews_at: '2027-03-11T09:00:00.000Z',
    });
    const before = s.charged().length;
    await liveUntil(s.t, s.shop, '2027-03-10T09:00:00.000Z');
    expect(s.charged()).toHaveLength(before);
    await liveUntil(s.t, s.shop, '2027-03-12T09:00:00.000Z');
    expect(s.charged().slice(before)).toEqual([20_000]);
    expect(await s.own('Inside')).toMatchObject({ subscription_end_date: '2028-03-11T09:00:00.000Z' });
  });

  it('is not charged beside the bundle if the bundle is kept after all', async () => {
    await bookThenCanceledBundle();
    await resume('Inside');
    expect((await resume('Both')).body).toMatchObject({ renews: true });
    const before = s.charged().length;
    await liveUntil(s.t, s.shop, '2027-03-20T09:00:00.000Z');
    expect(s.charged().slice(before)).toEqual([30_000]);
    expect(await s.own('Inside')).toMatchObject({ renews: false });
  });

  it.each(['card', 'PayPal'])('is sold by %s: the year begins when the bundle is over', async (way) => {
    await s.byCard({ packageId: s.packageId });
    expect(await s.shown({ bookId: s.inside })).toMatchObject({
      included_in: { title: 'Both' },
      begins_after: null,
    });
    await s.cancel('Both');
    s.t.clock.advance(100 * DAY_MS);
    expect(await s.shown({ bookId: s.inside })).toMatchObject({
      included_in: null,
      begins_after: { title: 'Both', subscription_end_date: YEAR_ENDS },
      renews_at: NEXT_ENDS,
    });
    const item = { bookId: s.inside };
    if (way === 'card') await s.byCard(item);
    else await s.byPayPal(item);
    expect(await s.own('Inside')).toMatchObject({
      renews: true,
      renews_at: NEXT_ENDS,
      subscription_end_date: NEXT_ENDS,
    });
  });

  it('is granted for a code from the end of the bundle on', async () => {
    await s.byCard({ packageId: s.packageId });
    await s.cancel('Both');
    const promocode_name = await s.shop.buildCode({ value: 100 });
    const body = { book_id: s.inside, promocode_name };
    const answer = await s.t.call(commerceCalls.createFreeSubscription, { as: s.as, body });
    expect(answer).toMatchObject({ status: 201, body: { subscription_end_date: NEXT_ENDS } });
  });

  it.each([
    ['card', YEAR_ENDS, '2027-03-31T09:00:00.000Z'],
    ['PayPal', '2027-02-20T09:00:00.000Z', YEAR_ENDS],
  ])('goes on renewing by %s beside a gift that ends sooner', async (way, quietUntil, chargedAt) => {
    if (way === 'card') await s.byCard({ bookId: s.inside });
    else await s.byPayPal({ bookId: s.inside });
    s.t.clock.advance(30 * DAY_MS);
    expect((await give(12)).status).toBe(201);
    await liveUntil(s.t, s.shop, quietUntil);
    const approved = async () => (await s.shop.payments(s.as)).length;
    expect(await approved()).toBe(1);
    await liveUntil(s.t, s.shop, new Date(Date.parse(chargedAt) + DAY_MS).toISOString());
    expect(await approved()).toBe(2);
    // The gift comes first, followed by the paid year.
    expect(await s.own('Inside')).toMatchObject({
      renews: true,
      subscription_end_date: '2028-03-31T09:00:00.000Z',
    });
  });

  it('is not sold if the bundle lasts longer than the year', async () => {
    expect((await give(13)).status).toBe(201);
    expect(await s.shown({ bookId: s.inside })).toMatchObject({
      included_in: { title: 'Both' },
      begins_after: null,
    });
    expect((await s.shop.pay({ as: s.as, bookId: s.inside, amount: 200 })).body.code).toBe(
      'included_in_bundle',
    );
  });
});

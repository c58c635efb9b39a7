import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { liveUntil } from '../../testing/years.ts';

describe('what happens between an order and its approval', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let as: Person;
  let bookId: string;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    as = await t.person();
    bookId = (await buildBook(t.deps.db)).id;
  });
  afterEach(() => t.close());

  const charged = () => shop.emulator().state.charges.map(({ amountCents }) => amountCents);
  const kept = () => shop.emulator().state.sales.filter(({ refundedCents }) => refundedCents === 0);
  const agreementOf = (id: string) => shop.emulator().state.subscriptions.find((one) => one.id === id);
  const renewing = async () =>
    (await shop.subscriptions(as)).filter((one: { renews: boolean }) => one.renews);
  const shown = async () =>
    (await t.call(commerceCalls.getCheckout, { as, query: { book_id: bookId } })).body;
  /** A year by card, half a minute before its end. */
  async function atTheEnd(): Promise<{ id: string; end: Date }> {
    const { body } = await shop.pay({ as, bookId });
    await shop.runJobs();
    const [own] = await shop.subscriptions(as);
    const end = new Date(own.subscription_end_date);
    await liveUntil(t, shop, new Date(end.getTime() - 35_000).toISOString());
    return { id: body.subscription_id, end };
  }
  /** Long enough for an unapproved order to be abandoned. */
  async function passHours(hours: number) {
    for (let half = 0; half < 2 * hours; half += 1) {
      t.clock.advance(30 * MINUTE_MS);
      await shop.runJobs();
    }
  }
  const cancel = (id: string) =>
    t.call(commerceCalls.updateBookSubscription, {
      as,
      params: { id },
      body: { cancellation_reason: 'enough' },
    });

  it.each(['before', 'after'])(
    'a card whose year ends before the approval is not charged, when its job runs %s it',
    async (when) => {
      const { id, end } = await atTheEnd();
      const { body } = await shop.startPayPal({ as, bookId, replaces: id });
      t.clock.set(new Date(end.getTime() + 35_000));
      if (when === 'before') await shop.runJobs();
      await shop.approve(body.subscription_id);
      expect((await shop.comeBack({ as, bookId }, body.subscription_id)).status).toBe(201);
      for (let minute = 0; minute < 10; minute += 1) {
        t.clock.advance(MINUTE_MS);
        await shop.runJobs();
      }
      await shop.passDays(15);
      expect(charged()).toEqual([19_900]);
      expect(kept()).toHaveLength(1);
      expect(await renewing()).toMatchObject([{ gateway: 'paypal', is_active: true }]);
    },
  );

  it('keeps access open and sells nothing else while the renewal waits for an approval', async () => {
    const { id, end } = await atTheEnd();
    await shop.startPayPal({ as, bookId, replaces: id });
    t.clock.set(new Date(end.getTime() + 5_000));
    expect(await shown()).toMatchObject({ running: { id, renews: true } });
    expect((await shop.pay({ as, bookId })).body.code).toBe('already_subscribed');
    await shop.runJobs();
    expect(await shop.subscriptions(as)).toMatchObject([{ id, is_active: true, renews: true }]);
    expect((await shop.pay({ as, bookId })).body.code).toBe('already_subscribed');
    // Without an approval the old card pays the next year, once.
    await passHours(8);
    expect(charged()).toEqual([19_900, 19_900]);
    expect(await renewing()).toMatchObject([{ id, subscription_end_date: '2028-03-01T09:00:00.000Z' }]);
  });

  it('can be canceled shortly after its end', async () => {
    const { id, end } = await atTheEnd();
    t.clock.set(new Date(end.getTime() + 5_000));
    expect(await shop.subscriptions(as)).toMatchObject([{ id, can_cancel: true }]);
    expect((await cancel(id)).status).toBe(200);
    await shop.runJobs();
    expect(charged()).toEqual([19_900]);
  });

  it('ends the older of two that renew instead of charging it', async () => {
    const { id, end } = await atTheEnd();
    await cancel(id);
    expect((await shop.pay({ as, bookId })).status).toBe(200);
    await shop.runJobs();
    // As an older release left two subscriptions side by side.
    await sql`update subscriptions set renews = true, cancelled_at = null, cancellation_reason = null
      where id = ${id}`.execute(t.deps.db);
    t.clock.set(new Date(end.getTime() + 5_000));
    await shop.runJobs();
    await shop.passDays(15);
    expect(charged()).toEqual([19_900, 19_900]);
    expect(await renewing()).toHaveLength(1);
  });

  it('refunds a renewal under review whose subscription was replaced meanwhile', async () => {
    const { end } = await atTheEnd();
    const { body } = await shop.startPayPal({ as, bookId, replaces: (await renewing())[0].id });
    // The order is abandoned here, while its approval page stays open at PayPal.
    t.clock.set(end);
    shop.emulator().state.scenario = 'hold';
    await passHours(8);
    shop.emulator().state.scenario = 'succeed';
    const held = shop.emulator().state.charges.find(({ status }) => status === 'FDSPendingReview');
    expect(held).toBeDefined();
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, bookId }, body.subscription_id)).status).toBe(201);
    if (held) held.status = 'capturedPendingSettlement';
    t.clock.advance(DAY_MS);
    await shop.runJobs();
    expect(held?.status).toBe('voided');
    expect(await renewing()).toMatchObject([{ gateway: 'paypal' }]);
  });

  it.each(['a year by card, canceled', 'a free year'])(
    'returns an approval that came after %s, because PayPal would charge too early',
    async (what) => {
      const { body } = await shop.startPayPal({ as, bookId });
      if (what === 'a free year') {
        const promocode_name = await shop.buildCode({ value: 100 });
        const free = { book_id: bookId, promocode_name };
        expect((await t.call(commerceCalls.createFreeSubscription, { as, body: free })).status).toBe(201);
      } else await cancel((await shop.pay({ as, bookId })).body.subscription_id);
      await shop.approve(body.subscription_id);
      expect((await shop.comeBack({ as, bookId }, body.subscription_id)).body.code).toBe('payment_returned');
      await shop.runJobs();
      expect(kept()).toEqual([]);
      expect(agreementOf(body.subscription_id)?.status).toBe('CANCELLED');
      const letters = (await mailsTo(t, as.email)).filter(({ subject }) => /refunded to you/.test(subject));
      expect(letters).toHaveLength(1);
      expect(letters[0]?.text).toContain('This payment bought no access');
      expect(await shop.subscriptions(as)).toMatchObject([
        { is_active: true, subscription_end_date: '2027-03-01T09:00:00.000Z' },
      ]);
    },
  );

  it('refunds the approval of an abandoned order if the card has paid the next year since', async () => {
    const { id, end } = await atTheEnd();
    const { body } = await shop.startPayPal({ as, bookId, replaces: id });
    t.clock.set(end);
    await passHours(8);
    expect(charged()).toEqual([19_900, 19_900]);
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, bookId }, body.subscription_id)).body.code).toBe('payment_returned');
    await shop.runJobs();
    expect(kept()).toEqual([]);
    expect(await renewing()).toMatchObject([{ id, subscription_end_date: '2028-03-01T09:00:00.000Z' }]);
  });

  it('sells nothing beside a renewing subscription, also if a canceled one was extended beyond it', async () => {
    const first = (await shop.pay({ as, bookId })).body.subscription_id;
    await cancel(first);
    expect((await shop.pay({ as, bookId })).status).toBe(200);
    await sql`update subscriptions set ends_at = '2030-01-01T00:00:00Z' where id = ${first}`.execute(
      t.deps.db,
    );
    expect(await shown()).toMatchObject({ running: { renews: true } });
    // A request repeated at once is the same purchase; later it would be a new one.
    t.clock.advance(16 * MINUTE_MS);
    expect((await shop.pay({ as, bookId })).body.code).toBe('already_subscribed');
  });
});

import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { advance } from './emulator/paypal-life.ts';
import type { Scenario } from './emulator/state.ts';

describe('paying by PayPal', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
  });
  afterAll(() => t.close());
  const play = (scenario: Scenario) => {
    shop.emulator().state.scenario = scenario;
  };
  beforeEach(() => play('succeed'));
  const theirs = (id: string) => shop.emulator().state.subscriptions.find((one) => one.id === id);

  const begin = async (more: { promo?: string; amount?: number; as?: Person; bookId?: string } = {}) => {
    const as = more.as ?? (await t.person());
    const bookId = more.bookId ?? (await buildBook(t.deps.db)).id;
    const started = await shop.startPayPal({ ...more, as, bookId });
    return { as, bookId, started, id: started.body.subscription_id as string };
  };

  it('returns to the address that the buyer uses, on a local machine', async () => {
    const backFrom = async (host: string) => {
      const started = await t.call(commerceCalls.createPaypalSubscription, {
        as: await t.person(),
        body: { book_id: (await buildBook(t.deps.db)).id, amount: 199 },
        headers: { host },
      });
      return new URL(theirs(started.body.subscription_id)?.returnUrl ?? '').origin;
    };
    expect(await backFrom('127.0.0.1:4000')).toBe('http://127.0.0.1:4000');
    expect(await backFrom('stranger.example')).toBe('http://localhost:3000');
  });

  it('is granted after approval, once, however often the buyer returns', async () => {
    const { as, bookId, started, id } = await begin();
    expect(started).toMatchObject({ status: 201, body: { approve_url: expect.stringContaining(id) } });
    expect(await shop.comeBack({ as, bookId }, id)).toMatchObject({
      status: 409,
      body: { code: 'payment_pending' },
    });
    await shop.approve(id);
    const first = await shop.comeBack({ as, bookId }, id);
    expect(first).toMatchObject({
      status: 201,
      body: { gateway: 'paypal', renews: true, renewal_price: 199 },
    });
    expect((await shop.comeBack({ as, bookId }, id)).body.id).toBe(first.body.id);
    await shop.runJobs();
    expect(await shop.subscriptions(as)).toHaveLength(1);
    expect(await shop.payments(as)).toMatchObject([{ gateway: 'paypal', kind: 'initial', amount: 199 }]);
  });

  it('is the same subscription for the same purchase begun twice', async () => {
    const { as, bookId, id } = await begin();
    expect((await shop.startPayPal({ as, bookId })).body.subscription_id).toBe(id);
  });

  it("believes no id: a stranger's, another book's, an invented one", async () => {
    const { as, bookId, id } = await begin();
    await shop.approve(id);
    const other = await buildBook(t.deps.db);
    expect((await shop.comeBack({ as: await t.person(), bookId }, id)).status).toBe(404);
    expect((await shop.comeBack({ as, bookId: other.id }, id)).status).toBe(404);
    expect((await shop.comeBack({ as, bookId }, 'I-INVENTED')).status).toBe(404);
    expect((await shop.comeBack({ as, bookId }, 'no id of PayPal')).body.fields).toHaveProperty(
      'subscription_id',
    );
  });

  it.each(['succeed', 'twice', 'sale_first'] as const)(
    'is granted by the events alone when the buyer never comes back: %s',
    async (scenario) => {
      play(scenario);
      const { as, id } = await begin();
      await shop.approve(id);
      await shop.runJobs();
      expect(await shop.subscriptions(as)).toHaveLength(1);
      expect(await shop.payments(as)).toHaveLength(1);
    },
  );

  it('is granted by the scheduled check if every event was lost', async () => {
    play('lost');
    const { as, id } = await begin();
    await shop.runJobs();
    await shop.approve(id);
    await shop.runJobs();
    expect(await shop.subscriptions(as)).toEqual([]);
    t.clock.advance(11 * MINUTE_MS);
    await shop.runJobs();
    expect(await shop.subscriptions(as)).toHaveLength(1);
  });

  it('waits for a late activation', async () => {
    play('late');
    const { as, bookId, id } = await begin();
    await shop.approve(id);
    expect((await shop.comeBack({ as, bookId }, id)).body).toMatchObject({
      code: 'payment_pending',
      error: 'Please wait.. your payment is currently being processed',
    });
    play('succeed');
    await t.app.inject({ method: 'POST', url: `/payment-emulator/paypal/activate/${id}` });
    await shop.runJobs();
    expect((await shop.comeBack({ as, bookId }, id)).status).toBe(201);
  });

  it('releases the promo code without an approval, and still grants a later approval', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const { as, bookId, id } = await begin({ promo, amount: 99.5 });
    for (let step = 0; step < 3; step += 1) {
      t.clock.advance(200 * MINUTE_MS);
      await shop.runJobs();
    }
    const other = await begin({ promo, amount: 99.5 });
    expect(other.started.status).toBe(201);
    t.clock.advance(16 * MINUTE_MS);
    await shop.approve(id);
    await shop.runJobs();
    expect((await shop.comeBack({ as, bookId }, id)).status).toBe(201);
  });

  it('bills a first year by the code and later years in full', async () => {
    const promo = await shop.buildCode({ value: 50 });
    const { as, id } = await begin({ promo, amount: 99.5 });
    await shop.approve(id);
    await shop.runJobs();
    await passYear();
    expect((await shop.payments(as)).map((one: { amount: number }) => one.amount)).toEqual([199, 99.5]);
    const [subscription] = await shop.subscriptions(as);
    expect(new Date(subscription.subscription_end_date).getTime()).toBeGreaterThan(
      t.clock.now().getTime() + 360 * DAY_MS,
    );
    expect(subscription).toMatchObject({ in_grace: false, renews: true });
  });

  /** A year passes on both sides: PayPal bills what is due. */
  async function passYear() {
    await shop.passDays(366);
    const store = shop.emulator();
    const sent: string[] = [];
    await advance(store, senderOf(sent), 0);
    for (const billed of sent) await sync(billed).execute(t.deps.db);
    await shop.runJobs();
  }
  const sync = (id: string) =>
    sql`insert into jobs (id, kind, payload, run_at, max_attempts)
      values (gen_random_uuid(), 'commerce.sync-paypal', ${JSON.stringify({ provider_subscription_id: id })}::jsonb,
        '-infinity', 3)`;
  const senderOf = (sent: string[]) => {
    const send = async (_type: string, resource: object) => {
      const { billing_agreement_id: agreement, id } = resource as {
        billing_agreement_id?: string;
        id: string;
      };
      sent.push(agreement ?? id);
    };
    return { send, sendTwice: send };
  };

  it('canceling here cancels at PayPal; canceling at PayPal ends the renewal here and keeps the access', async () => {
    const one = await begin();
    await shop.approve(one.id);
    await shop.runJobs();
    const [mine] = await shop.subscriptions(one.as);
    await cancel(one.as, mine.id);
    await shop.runJobs();
    expect(theirs(one.id)?.status).toBe('CANCELLED');
    expect(await shop.subscriptions(one.as)).toMatchObject([
      { renews: false, is_active: true, can_resume: false },
    ]);

    const two = await begin();
    await shop.approve(two.id);
    await shop.runJobs();
    const found = theirs(two.id);
    if (found) found.status = 'CANCELLED';
    await sync(two.id).execute(t.deps.db);
    await shop.runJobs();
    expect(await shop.subscriptions(two.as)).toMatchObject([
      {
        renews: false,
        is_active: true,
        cancellation_reason: 'cancelled at PayPal',
        cancelled_because: 'paypal',
      },
    ]);
    // A late event does not revive anything.
    await sync(two.id).execute(t.deps.db);
    await shop.runJobs();
    expect((await shop.subscriptions(two.as))[0].renews).toBe(false);
  });

  const cancel = (as: Person, id: string) =>
    t.call(commerceCalls.updateBookSubscription, {
      as,
      params: { id },
      body: { cancellation_reason: 'enough' },
    });

  it('returns the money when the same book was bought by card meanwhile', async () => {
    const { as, bookId, id } = await begin();
    expect((await shop.pay({ as, bookId })).status).toBe(200);
    await shop.approve(id);
    await shop.runJobs();
    expect(theirs(id)?.status).toBe('CANCELLED');
    const byPayPal = (await shop.payments(as)).find((one: { gateway: string }) => one.gateway === 'paypal');
    expect(byPayPal).toMatchObject({ amount: 199, refunded: 199 });
    expect(await shop.subscriptions(as)).toHaveLength(1);
  });

  it('answers 401 to a delivery without a valid signature, and does nothing', async () => {
    const { id } = await begin();
    const before = await shop.count('provider_events');
    const body = JSON.stringify({
      id: 'WH-FORGED',
      event_type: 'BILLING.SUBSCRIPTION.ACTIVATED',
      resource: { id },
    });
    const answer = await t.app.inject({
      method: 'POST',
      url: '/webhooks/paypal',
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': 'x',
        'paypal-transmission-time': 'now',
        'paypal-transmission-sig': 'c2lnbmF0dXJl',
        'paypal-cert-url': 'http://payment-emulator.internal/payment-emulator/paypal/certificate.pem',
      },
      payload: body,
    });
    expect(answer.statusCode).toBe(401);
    expect(await shop.count('provider_events')).toBe(before);
  });
});

import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../config/config.ts';
import {
  EMULATED_AUTHORIZE_NET,
  EMULATED_PAYPAL,
  EMULATED_WEBHOOK_ID,
  registerEmulator,
} from '../emulator/emulator.ts';
import { type EmulatorStore, openEmulatorStore, type Scenario } from '../emulator/state.ts';
import { authorizeNet } from './authorize-net.ts';
import { type CardProvider, type Charge, OutcomeUnknown, ProviderRefused } from './card-provider.ts';
import { payPal } from './paypal.ts';
import type { PayPalProvider } from './paypal-provider.ts';

const NOW = new Date('2026-03-01T09:00:00Z');
const VISA = '4007000000027';

describe('payment adapters over HTTP', () => {
  let emulator: FastifyInstance;
  let store: EmulatorStore;
  let cards: CardProvider;
  let paypal: PayPalProvider;
  let base: string;
  const delivered: { headers: Record<string, string>; body: string }[] = [];
  const play = (scenario: Scenario) => {
    store.state.scenario = scenario;
  };

  beforeAll(async () => {
    emulator = Fastify();
    store = openEmulatorStore(null, () => NOW);
    registerEmulator(emulator, store, {
      publicUrl: () => base,
      deliver: async (headers, body) => {
        delivered.push({ headers, body });
        return 200;
      },
    });
    base = await emulator.listen({ port: 0, host: '127.0.0.1' });
    cards = authorizeNet({
      url: `${base}${EMULATED_AUTHORIZE_NET}`,
      loginId: 'login',
      transactionKey: new Secret('key'),
      timeoutMs: 2000,
    });
    paypal = payPal({
      baseUrl: `${base}${EMULATED_PAYPAL}`,
      clientId: 'client',
      clientSecret: new Secret('secret'),
      webhookId: EMULATED_WEBHOOK_ID,
      now: () => NOW,
    });
  });
  afterAll(() => emulator.close());
  beforeEach(() => {
    play('succeed');
    delivered.length = 0;
  });

  let attempt = 0;
  const charge = (
    more: Partial<Charge> = {},
    card = { number: VISA, expiry: '1230', cvv: '123' },
  ): Charge => ({
    attemptKey: `A${++attempt}`,
    amountCents: 19900,
    description: 'A book, one year',
    email: 'reader@example.org',
    customerId: '0197a000-0000-7000-8000-000000000001',
    source: { card },
    ...more,
  });

  describe('Authorize.Net', () => {
    it('approves a good card, keeps its profile and charges the profile again', async () => {
      const first = await cards.charge(charge());
      expect(first).toMatchObject({ outcome: 'approved', lastFour: '0027', cardType: 'Visa' });
      const transactionId = first.outcome === 'approved' ? first.transactionId : '';
      const stored = await cards.storeCard(transactionId, { id: 'u', email: 'reader@example.org' });
      const second = await cards.charge(charge({ source: { stored } }));
      expect(second).toMatchObject({ outcome: 'approved', lastFour: '0027' });
    });

    it.each([
      ['a wrong number', { number: '4007000000028', expiry: '1230', cvv: '123' }, 'card_number'],
      ['an expired card', { number: VISA, expiry: '0226', cvv: '123' }, 'expired'],
      ['a wrong code', { number: VISA, expiry: '1230', cvv: '901' }, 'card_code'],
    ])('declines %s with a reason a person can act on', async (_name, card, reason) => {
      expect(await cards.charge(charge({}, card))).toMatchObject({ outcome: 'declined', reason });
    });

    it('does not treat "Ok" as an approval: a held payment is not granted', async () => {
      play('hold');
      expect(await cards.charge(charge())).toMatchObject({ outcome: 'held' });
    });

    it('refuses the same attempt a second time', async () => {
      const same = charge();
      await cards.charge(same);
      expect(await cards.charge(same)).toMatchObject({ outcome: 'declined', reason: 'duplicate' });
    });

    it('does not know the outcome of a call that hangs, and finds it by asking', async () => {
      play('timeout_after_charge');
      const charged = charge();
      await expect(cards.charge(charged)).rejects.toBeInstanceOf(OutcomeUnknown);
      play('timeout_before_charge');
      const lost = charge();
      await expect(cards.charge(lost)).rejects.toBeInstanceOf(OutcomeUnknown);
      play('succeed');
      expect(await cards.findByAttempt(charged.attemptKey, NOW)).toMatchObject({
        status: 'approved',
        amountCents: 19900,
      });
      expect(await cards.findByAttempt(lost.attemptKey, NOW)).toBeNull();
    });

    it('never repeats the card in an error', async () => {
      play('server_error');
      const error = await cards.charge(charge()).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(OutcomeUnknown);
      expect(`${(error as Error).stack} ${JSON.stringify(error)}`).not.toContain(VISA);
    });

    it('refunds: voids what is not settled yet', async () => {
      const paid = await cards.charge(charge());
      const transactionId = paid.outcome === 'approved' ? paid.transactionId : '';
      expect(
        await cards.refund(transactionId, 19900, { key: 'RA', lastFour: '0027', isWhole: true }),
      ).toMatchObject({
        refundId: expect.any(String),
      });
      await expect(
        cards.refund('999', 100, { key: 'RB', lastFour: '0027', isWhole: true }),
      ).rejects.toBeInstanceOf(ProviderRefused);
    });
  });

  describe('PayPal', () => {
    const subscribe = async (terms = { name: 'A book', yearlyCents: 19900 }) => {
      const planId = await paypal.createPlan(`plan-${++attempt}`, terms);
      const made = await paypal.createSubscription(`subscription-${attempt}`, {
        startsAt: null,
        planId,
        customId: 'user:order',
        email: 'reader@example.org',
        returnUrl: 'http://localhost/back',
        cancelUrl: 'http://localhost/cancelled',
      });
      return { planId, ...made };
    };
    const approve = (url: string, answer: 'yes' | 'no' = 'yes') =>
      fetch(`${url}/${answer}`, { method: 'POST', redirect: 'manual' });

    it('answers the same for the same key', async () => {
      const terms = { name: 'Twice', yearlyCents: 100 };
      expect(await paypal.createPlan('same', terms)).toBe(await paypal.createPlan('same', terms));
    });

    it('is active after approval, with its plan, its owner and its next payment', async () => {
      const made = await subscribe();
      expect(await paypal.findSubscription(made.id)).toMatchObject({ status: 'APPROVAL_PENDING' });
      const back = await approve(made.approveUrl);
      expect(back.headers.get('location')).toBe(`http://localhost/back?subscription_id=${made.id}`);
      expect(await paypal.findSubscription(made.id)).toMatchObject({
        status: 'ACTIVE',
        planId: made.planId,
        customId: 'user:order',
        lastPaymentCents: 19900,
        nextBillingAt: new Date('2027-03-01T09:00:00Z'),
      });
    });

    it('charges a first year for less and later years in full', async () => {
      const made = await subscribe({ name: 'Promo', yearlyCents: 19900, firstYearCents: 9900 } as never);
      await approve(made.approveUrl);
      await fetch(`${base}/payment-emulator/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advance_days: 366 }),
      });
      const sales = await paypal.listSales(made.id, new Date('2026-01-01'), new Date('2028-01-01'));
      expect(sales.map(({ amountCents }) => amountCents)).toEqual([9900, 19900]);
      store.state.clockOffset = 0;
    });

    it('does not know a subscription that does not exist', async () => {
      expect(await paypal.findSubscription('I-NOSUCH')).toBeNull();
    });

    it('cancels, and is idempotent', async () => {
      const made = await subscribe();
      await approve(made.approveUrl);
      await paypal.cancelSubscription(made.id, 'promo code activated');
      await paypal.cancelSubscription(made.id, 'promo code activated');
      expect(await paypal.findSubscription(made.id)).toMatchObject({
        status: 'CANCELLED',
        nextBillingAt: null,
      });
    });

    it('accepts only deliveries that PayPal signed, to the byte', async () => {
      const made = await subscribe();
      await approve(made.approveUrl);
      const [first] = delivered;
      if (!first) throw new Error('nothing was delivered');
      expect(await paypal.verifyWebhook(first.headers, first.body)).toBe(true);
      expect(await paypal.verifyWebhook(first.headers, `${first.body} `)).toBe(false);
      expect(
        await paypal.verifyWebhook({ ...first.headers, 'paypal-transmission-id': 'x' }, first.body),
      ).toBe(false);
      expect(
        await paypal.verifyWebhook(
          { ...first.headers, 'paypal-cert-url': 'https://paypal.com.evil.example/c' },
          first.body,
        ),
      ).toBe(false);
      expect(await paypal.verifyWebhook({}, first.body)).toBe(false);
    });

    it('refunds a part once and not more than was paid', async () => {
      const made = await subscribe();
      await approve(made.approveUrl);
      const [sale] = await paypal.listSales(made.id, new Date('2026-01-01'), new Date('2027-01-01'));
      const saleId = sale?.id ?? '';
      const refund = await paypal.refundSale('R1', saleId, 5000);
      expect(await paypal.refundSale('R1', saleId, 5000)).toEqual(refund);
      await expect(paypal.refundSale('R2', saleId, 19900)).rejects.toBeInstanceOf(ProviderRefused);
    });
  });
});

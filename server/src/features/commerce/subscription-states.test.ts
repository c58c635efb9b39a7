import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { ProductError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, TEST_NOW, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { actsOnSubscription, type Held } from '../../testing/subscription-acts.ts';

/*
 * Every state of a subscription x every event, including impossible ones: the diagram of docs/payments.md as a table.
 * A cell has the state afterwards ("=": unchanged), by how much the paid time grew, whether money came ("paid") and
 * went back ("returned"); a word after "!" is the refusal.
 */
const EVENTS = [
  'cancel',
  'take back',
  'renewal paid',
  'renewal declined',
  'last try declined',
  'new card',
  'promo purchase',
  'second purchase',
  'refund, access stays',
  'refund ends access',
  'PayPal bills',
  'PayPal suspends',
  'PayPal cancels',
  'extended by staff',
  'ended by staff',
  'granted',
  'account deleted',
  'the period passes',
] as const;
type Event = (typeof EVENTS)[number];

const TABLE: Record<string, Record<Event, string>> = {
  'running by card': {
    cancel: 'cancelled',
    'take back': '=',
    'renewal paid': '= +1 year paid',
    'renewal declined': 'grace',
    'last try declined': 'ended',
    'new card': '=',
    'promo purchase': 'taken over paid',
    'second purchase': '= !already_subscribed',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': '=',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': '= +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  'grace by card': {
    cancel: 'cancelled',
    'take back': '=',
    'renewal paid': 'running +1 year paid',
    'renewal declined': '=',
    'last try declined': 'ended',
    'new card': 'running +1 year paid',
    'promo purchase': 'taken over paid',
    'second purchase': '= !already_subscribed',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': '=',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': 'running +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  'cancelled by card': {
    cancel: '=',
    'take back': 'running',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '=',
    'promo purchase': '= paid',
    'second purchase': '= paid',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': '=',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': '= +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  'running by PayPal': {
    cancel: 'cancelled',
    'take back': '=',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '= !no_stored_card',
    'promo purchase': 'taken over paid',
    'second purchase': '= !already_subscribed',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': '= +1 year paid',
    'PayPal suspends': 'cancelled',
    'PayPal cancels': 'cancelled',
    'extended by staff': '= +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  'grace by PayPal': {
    cancel: 'cancelled',
    'take back': '=',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '= !no_stored_card',
    'promo purchase': 'taken over paid',
    'second purchase': '= !already_subscribed',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': 'running +1 year paid',
    'PayPal suspends': 'cancelled',
    'PayPal cancels': 'cancelled',
    'extended by staff': 'running +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  'cancelled by PayPal': {
    cancel: '=',
    'take back': '= !not_resumable',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '= !no_stored_card',
    'promo purchase': '= paid',
    'second purchase': '= paid',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': '= paid returned',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': '= +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  'taken over': {
    cancel: '=',
    'take back': '= !not_resumable',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '=',
    'promo purchase': '= !not_found',
    'second purchase': '= !already_subscribed',
    'refund, access stays': '=',
    'refund ends access': 'ended',
    'PayPal bills': '=',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': '= +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  free: {
    cancel: '=',
    'take back': '= !not_resumable',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '= !no_stored_card',
    'promo purchase': 'taken over paid',
    'second purchase': '= paid',
    'refund, access stays': '= !not paid',
    'refund ends access': '= !not paid',
    'PayPal bills': '=',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': '= +1 year',
    'ended by staff': 'ended',
    granted: '= !already_subscribed',
    'account deleted': 'ended',
    'the period passes': 'ended',
  },
  ended: {
    cancel: '=',
    'take back': '= !not_resumable',
    'renewal paid': '=',
    'renewal declined': '=',
    'last try declined': '=',
    'new card': '= !no_stored_card',
    'promo purchase': '= !not_found',
    'second purchase': '= paid',
    'refund, access stays': '= !not_refundable',
    'refund ends access': '= !not_refundable',
    'PayPal bills': '=',
    'PayPal suspends': '=',
    'PayPal cancels': '=',
    'extended by staff': 'cancelled +1 year',
    'ended by staff': '=',
    granted: '=',
    'account deleted': '=',
    'the period passes': '=',
  },
};

describe('the life of a subscription', () => {
  let t: TestApp;
  let acts: ReturnType<typeof actsOnSubscription>;
  beforeAll(async () => {
    t = await testApp();
    acts = actsOnSubscription(t);
  });
  afterAll(() => t.close());
  const shop = () => checkout(t);
  const payments = async (as: Person) =>
    (await shop().payments(as)).filter(({ state }: { state: string }) => state === 'approved').length;

  async function stateOf(id: string) {
    const row = await one(
      t.deps.db,
      sql<{ renews: boolean; endsAt: Date; graceFrom: Date | null; reason: string | null; gateway: string }>`
        select renews, ends_at as "endsAt", grace_from as "graceFrom", cancellation_reason as reason, gateway
        from subscriptions where id = ${id}`,
    );
    const state =
      row.endsAt <= t.clock.now()
        ? 'ended'
        : row.renews
          ? row.graceFrom
            ? 'grace'
            : 'running'
          : row.reason === 'promo code activated'
            ? 'taken over'
            : row.gateway === 'free'
              ? 'free'
              : 'cancelled';
    return { state, paidUntil: row.graceFrom ?? row.endsAt };
  }

  it.each(Object.entries(TABLE).flatMap(([state, row]) => EVENTS.map((event) => [state, event, row[event]])))(
    '%s, %s: %s',
    async (from, event, expected) => {
      t.clock.set(new Date(TEST_NOW));
      shop().emulator().state.scenario = 'succeed';
      const as = await t.person();
      const held: Held = { as, bookId: (await buildBook(t.deps.db)).id, id: newId(), agreement: 'I-NOTOURS' };
      await acts.become(from as never, held);
      const before = await stateOf(held.id);
      expect(from).toContain(before.state);
      const paidBefore = await payments(as);
      const refusal = await acts.happen(event as Event, held).then(
        (said) => said ?? '',
        (error: unknown) => {
          if (error instanceof ProductError) return `!${error.code}`;
          throw error;
        },
      );
      const after = await stateOf(held.id);
      const paidAfter = await payments(as);
      const days = Math.round((after.paidUntil.getTime() - before.paidUntil.getTime()) / DAY_MS);
      const words = [
        after.state === before.state ? '=' : after.state,
        ...(days >= 365 && days <= 366 ? ['+1 year'] : []),
        ...(paidAfter === paidBefore + 1 ? ['paid'] : []),
        ...(refusal ? [refusal] : []),
      ];
      expect(words.join(' ')).toBe(expected);
      // At most one payment per event.
      expect(paidAfter - paidBefore).toBeLessThanOrEqual(1);
    },
  );
});

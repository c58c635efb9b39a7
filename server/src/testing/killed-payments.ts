/** The payment actions of users and providers, prepared for a process that will be killed. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { chargeCreditCard } from '../features/commerce/charge-credit-card.ts';
import { createBookSubscription } from '../features/commerce/create-book-subscription.ts';
import { createPaypalSubscription } from '../features/commerce/create-paypal-subscription.ts';
import { EMULATED_PAYPAL } from '../features/commerce/emulator/emulator.ts';
import { type EmulatorStore, mintId } from '../features/commerce/emulator/state.ts';
import { one } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/ids.ts';
import type { Deed } from './payment-child.ts';

export interface Prepared {
  deeds: Deed[];
  /** What happens afterwards outside of the process: PayPal repeats an unanswered event, a buyer returns. */
  afterwards?: () => Promise<unknown>;
}
export interface Scene {
  name: string;
  /** Runs a year earlier. */
  early?: (userId: string) => Promise<string>;
  prepare: (userId: string, early: string) => Promise<Prepared>;
}

const ADDRESS = {
  first_name: 'A',
  last_name: 'B',
  address: 'C',
  city: 'D',
  state: '',
  zip: '1',
  country: 'E',
};

export function scenes(
  deps: Deps,
  provider: FastifyInstance,
  store: EmulatorStore,
  { bookId, promo }: { bookId: string; promo: string },
): Scene[] {
  const card = (more: object = {}) => ({
    payment: { card_number: '4007000000027', expiry: '1245', cvv: '123' },
    bill_to: ADDRESS,
    amount: 199,
    book_id: bookId,
    promo_code_name: undefined,
    ...more,
  });
  const item = (more: object = {}) => ({ book_id: bookId, promo_code_name: undefined, ...more });
  const cheaper = (replaces?: string) => ({
    amount: 99.5,
    promo_code_name: promo,
    ...(replaces ? { replaces_subscription_id: replaces } : {}),
  });
  const payByCard = async (userId: string) =>
    (await chargeCreditCard(deps, { userId, ip: '127.0.0.1' }, card())).subscriptionId;
  const approvedAtPayPal = async (userId: string, more: object = {}) => {
    const { subscription_id: id } = await createPaypalSubscription(
      deps,
      { userId, ip: '127.0.0.1' },
      item(more),
    );
    await provider.inject({
      method: 'POST',
      url: `${EMULATED_PAYPAL}/approve/${id}/yes`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    return id;
  };
  const comeBack = (userId: string, id: string) =>
    createBookSubscription(deps, userId, { book_id: bookId, subscription_id: id });
  const payByPayPal = async (userId: string) => {
    const id = await approvedAtPayPal(userId);
    return { id, subscriptionId: (await comeBack(userId, id)).id };
  };
  const paymentOf = async (userId: string) => {
    const found = await one(
      deps.db,
      sql<{ id: string; transactionId: string; amountCents: number }>`select id,
        transaction_id as "transactionId", amount_cents as "amountCents" from payments where user_id = ${userId}`,
    );
    return found;
  };
  const refund = async (userId: string, cents: number | null, endsAccess: boolean): Promise<Deed> => {
    const payment = await paymentOf(userId);
    return {
      do: 'refund',
      wish: {
        refundId: newId(),
        paymentId: payment.id,
        amountCents: cents ?? payment.amountCents,
        endsAccess,
        reason: 'asked for it',
        byUserId: null,
      },
    };
  };
  const settle = async (userId: string) => {
    const { transactionId } = await paymentOf(userId);
    for (const charge of store.state.charges)
      if (charge.id === transactionId) charge.status = 'settledSuccessfully';
  };

  return [
    {
      name: 'a first payment by card',
      prepare: async (userId) => ({ deeds: [{ do: 'charge', userId, body: card(cheaper()) }] }),
    },
    {
      name: 'a change of plan by card',
      prepare: async (userId) => {
        const running = await payByCard(userId);
        return { deeds: [{ do: 'charge', userId, body: card(cheaper(running)) }] };
      },
    },
    {
      name: 'a renewal by card',
      early: payByCard,
      prepare: async (_userId, id) => {
        const { end } = await one(
          deps.db,
          sql<{ end: Date }>`select ends_at as end from subscriptions where id = ${id}`,
        );
        const payload = { subscription_id: id, period_end: end.toISOString(), try: 1 };
        return { deeds: [{ do: 'job', kind: 'commerce.renew', payload }] };
      },
    },
    {
      name: 'a part refunded to a card',
      prepare: async (userId) => {
        await payByCard(userId);
        await settle(userId);
        return { deeds: [await refund(userId, 5000, false)] };
      },
    },
    {
      name: 'a card payment taken back whole',
      prepare: async (userId) => {
        await payByCard(userId);
        return { deeds: [await refund(userId, null, true)] };
      },
    },
    {
      name: 'a PayPal subscription begun',
      prepare: async (userId) => ({
        deeds: [{ do: 'start-paypal', userId, body: item(cheaper()) }],
        // The buyer presses the button again, and approves.
        afterwards: async () => comeBack(userId, await approvedAtPayPal(userId, cheaper())),
      }),
    },
    {
      name: 'the way back from PayPal',
      prepare: async (userId) => {
        const id = await approvedAtPayPal(userId);
        return {
          deeds: [{ do: 'return-from-paypal', userId, body: { book_id: bookId, subscription_id: id } }],
        };
      },
    },
    {
      name: 'an event of PayPal',
      prepare: async (userId) => {
        const id = await approvedAtPayPal(userId);
        const event = {
          id: mintId('WH-', 32),
          event_type: 'BILLING.SUBSCRIPTION.ACTIVATED',
          resource: { id },
        };
        return {
          deeds: [
            { do: 'event', event },
            { do: 'job', kind: 'commerce.sync-paypal', payload: { provider_subscription_id: id } },
          ],
        };
      },
    },
    {
      name: 'a renewal by PayPal',
      early: async (userId) => (await payByPayPal(userId)).id,
      prepare: async (_userId, id) => ({
        deeds: [{ do: 'job', kind: 'commerce.sync-paypal', payload: { provider_subscription_id: id } }],
      }),
    },
    {
      name: 'a change of plan by PayPal',
      prepare: async (userId) => {
        const running = await payByPayPal(userId);
        const id = await approvedAtPayPal(userId, cheaper(running.subscriptionId));
        const reason = 'promo code activated';
        return {
          deeds: [
            { do: 'return-from-paypal', userId, body: { book_id: bookId, subscription_id: id } },
            {
              do: 'job',
              kind: 'commerce.cancel-at-paypal',
              payload: { provider_subscription_id: running.id, reason },
            },
          ],
        };
      },
    },
    {
      name: 'a part refunded at PayPal',
      prepare: async (userId) => {
        await payByPayPal(userId);
        return { deeds: [await refund(userId, 5000, false)] };
      },
    },
  ];
}

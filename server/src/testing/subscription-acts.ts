/** The events of a subscription, one at a time and without the schedule of the jobs: for the table of its states. */

import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { jobHandlers } from '../app/job-handlers.ts';
import { cancelSubscription } from '../features/commerce/cancel-subscription.ts';
import { type EmulatedSale, mintId } from '../features/commerce/emulator/state.ts';
import { endSubscriptionsOfPerson } from '../features/commerce/end-subscriptions-of-person.ts';
import { grantSubscription } from '../features/commerce/grant-subscription.ts';
import { moveSubscriptionEnd } from '../features/commerce/move-subscription-end.ts';
import { refundPayment } from '../features/commerce/refund-payment.ts';
import { renewSubscription } from '../features/commerce/renew-subscription.ts';
import { resumeSubscription } from '../features/commerce/resume-subscription.ts';
import { syncPayPal } from '../features/commerce/sync-paypal.ts';
import { updateSubscriptionCard } from '../features/commerce/update-subscription-card.ts';
import { many, maybeOne, one } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/durations.ts';
import { newId } from '../platform/ids.ts';
import type { Answer, Person, TestApp } from './app.ts';
import { checkout, VISA } from './checkout.ts';

export interface Held {
  readonly as: Person;
  readonly bookId: string;
  id: string;
  /** PayPal's id of it; for a card payment an unknown one. */
  agreement: string;
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

export function actsOnSubscription(t: TestApp) {
  const { deps, clock } = t;
  const { db } = deps;
  const shop = checkout(t);
  const play = (scenario: 'succeed' | 'decline') => {
    shop.emulator().state.scenario = scenario;
  };
  const find = (id: string) =>
    one(
      db,
      sql<{ endsAt: Date; graceFrom: Date | null }>`select ends_at as "endsAt", grace_from as "graceFrom"
        from subscriptions where id = ${id}`,
    );
  const refusalOf = ({ status, body }: Answer<unknown>) => (status >= 400 ? `!${body.code}` : '');

  /** Runs the jobs of one kind that refer to this subscription, as often as they are enqueued. */
  async function runJobsAbout(kind: string, text: string) {
    const jobs = await many(
      db,
      sql<{ id: string; payload: object }>`select id, payload from jobs
        where kind = ${kind} and payload::text like ${`%${text}%`} and done_at is null`,
    );
    for (const { id, payload } of jobs) {
      const job = { id, kind, payload, attempts: 1, maxAttempts: 1, lastError: null };
      await jobHandlers(deps)[kind]?.(payload, { job, signal: AbortSignal.timeout(10_000) });
      await sql`update jobs set done_at = ${clock.now()} where id = ${id}`.execute(db);
    }
    return jobs.length;
  }
  /** An hour before the end, so that the test sees the effect of the event and not of the end. */
  const toTheEnd = async (held: Held, later = 0) => {
    const { endsAt, graceFrom } = await find(held.id);
    const at = (graceFrom ? graceFrom.getTime() + later : endsAt.getTime()) - HOUR_MS;
    clock.set(new Date(Math.max(at, clock.now().getTime())));
  };
  async function tryRenewal(held: Held, number: number, scenario: 'succeed' | 'decline') {
    await toTheEnd(held, (number - 1) * 5 * DAY_MS);
    const { endsAt, graceFrom } = await find(held.id);
    play(scenario);
    const periodEnd = graceFrom ?? endsAt;
    await renewSubscription(deps, { subscriptionId: held.id, periodEnd, number });
    play('succeed');
  }
  async function byCard(held: Held) {
    const paid = await shop.pay({ as: held.as, bookId: held.bookId });
    held.id = paid.body.subscription_id;
    await runJobsAbout('commerce.store-card', held.id);
  }
  async function byPayPal(held: Held) {
    const { body } = await shop.startPayPal({ as: held.as, bookId: held.bookId });
    held.agreement = body.subscription_id;
    await shop.approve(held.agreement);
    held.id = (await shop.comeBack({ as: held.as, bookId: held.bookId }, held.agreement)).body.id;
  }
  const cancel = (held: Held) =>
    cancelSubscription(db, { id: held.id, userId: held.as.id, reason: 'enough', at: clock.now() });
  async function replace(held: Held, replaces: string | null) {
    const promo = await shop.buildCode({ value: 50 });
    const { as, bookId } = held;
    const answer = await shop.pay({
      as,
      bookId,
      promo,
      amount: 99.5,
      ...(replaces ? { replaces } : {}),
      card: { card_number: VISA },
    });
    return refusalOf(answer);
  }
  async function refund(held: Held, amountCents: number, endsAccess: boolean) {
    const payment = await maybeOne(
      db,
      sql<{ id: string; transactionId: string }>`select id, transaction_id as "transactionId" from payments
        where subscription_id = ${held.id} and kind = 'initial'`,
    );
    if (!payment) return '!not paid';
    for (const charge of shop.emulator().state.charges)
      if (charge.id === payment.transactionId && charge.status === 'capturedPendingSettlement')
        charge.status = 'settledSuccessfully';
    await refundPayment(deps, {
      refundId: newId(),
      paymentId: payment.id,
      amountCents,
      endsAccess,
      reason: 'asked for it',
      byUserId: null,
    });
    return '';
  }
  const theirs = (held: Held) => shop.emulator().state.subscriptions.find(({ id }) => id === held.agreement);
  async function payPalSays(held: Held, status: 'SUSPENDED' | 'CANCELLED') {
    const found = theirs(held);
    if (found) found.status = status;
    await syncPayPal(deps, held.agreement);
    return '';
  }
  async function payPalBills(held: Held) {
    if (!theirs(held)) return syncPayPal(deps, held.agreement).then(() => '');
    await toTheEnd(held, DAY_MS);
    const sale: EmulatedSale = {
      id: mintId('', 17),
      subscriptionId: held.agreement,
      amountCents: 19900,
      at: clock.now().toISOString(),
      refundedCents: 0,
      status: 'COMPLETED',
    };
    shop.emulator().state.sales.push(sale);
    await syncPayPal(deps, held.agreement);
    await runJobsAbout('commerce.return-payment', '');
    return sale.refundedCents > 0 ? 'returned' : '';
  }

  return {
    async become(state: string, held: Held): Promise<void> {
      if (state.endsWith('by PayPal')) await byPayPal(held);
      else if (state === 'free') {
        const promocode_name = await shop.buildCode({ value: 100 });
        const { body } = await t.call(commerceCalls.createFreeSubscription, {
          as: held.as,
          body: { promocode_name, book_id: held.bookId },
        });
        held.id = body.id;
      } else await byCard(held);
      if (state === 'grace by card') await tryRenewal(held, 1, 'decline');
      if (state === 'grace by PayPal') {
        clock.set(new Date((await find(held.id)).endsAt.getTime() + DAY_MS));
        await syncPayPal(deps, held.agreement);
      }
      if (state.startsWith('cancelled')) await cancel(held);
      if (state === 'cancelled by PayPal') await runJobsAbout('commerce.cancel-at-paypal', held.agreement);
      if (state === 'taken over') await replace(held, held.id);
      if (state === 'ended') await refund(held, 19900, true);
    },

    /** Returns the outcome besides the state: a refusal, or that money was refunded. */
    async happen(event: string, held: Held): Promise<string> {
      const wanted = { id: held.id, userId: held.as.id, ip: '127.0.0.1' };
      if (event === 'cancel') await cancel(held);
      else if (event === 'take back') await resumeSubscription(db, wanted, clock.now());
      else if (event === 'renewal paid') await tryRenewal(held, 2, 'succeed');
      else if (event === 'renewal declined') await tryRenewal(held, 2, 'decline');
      else if (event === 'last try declined') await tryRenewal(held, 3, 'decline');
      else if (event === 'new card') {
        const payment = { card_number: VISA, expiry: '1245', cvv: '123' };
        await updateSubscriptionCard(deps, wanted, { payment, bill_to: ADDRESS });
        await runJobsAbout('commerce.renew-now', held.id);
      } else if (event === 'promo purchase') return replace(held, held.id);
      else if (event === 'second purchase') {
        // Sooner it is the same purchase, whose answer was lost.
        clock.advance(16 * MINUTE_MS);
        return refusalOf(await shop.pay({ as: held.as, bookId: held.bookId }));
      } else if (event === 'refund, access stays') return refund(held, 1000, false);
      else if (event === 'refund ends access') return refund(held, 19900, true);
      else if (event === 'PayPal bills') return payPalBills(held);
      else if (event === 'PayPal suspends') return payPalSays(held, 'SUSPENDED');
      else if (event === 'PayPal cancels') return payPalSays(held, 'CANCELLED');
      else if (event === 'extended by staff') {
        const { endsAt, graceFrom } = await find(held.id);
        const until = new Date((graceFrom ?? endsAt).getTime() + 365 * DAY_MS);
        await inTransaction(db, (tx) =>
          moveSubscriptionEnd(tx, { id: held.id, endsAt: until, isPreview: false }, clock.now()),
        );
      } else if (event === 'ended by staff')
        await inTransaction(db, (tx) =>
          moveSubscriptionEnd(tx, { id: held.id, endsAt: clock.now(), isPreview: false }, clock.now()),
        );
      else if (event === 'granted') {
        const granted = { userId: held.as.id, bookId: held.bookId, packageId: null, months: 3 };
        await inTransaction(db, (tx) => grantSubscription(tx, granted, clock.now()));
      } else if (event === 'account deleted')
        await inTransaction(db, (tx) => endSubscriptionsOfPerson(tx, held.as.id, clock.now()));
      else {
        const { endsAt } = await find(held.id);
        clock.set(endsAt > clock.now() ? endsAt : clock.now());
      }
      return '';
    },
  };
}

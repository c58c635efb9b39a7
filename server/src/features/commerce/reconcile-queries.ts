import { sql } from 'kysely';
import { affected, type Db, many } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PaymentState } from './payment-queries.ts';

export interface Difference {
  readonly gateway: string;
  readonly kind: string;
  /** Our id or the provider's. */
  readonly subject: string;
  readonly detail: string;
}
export interface RecentPayment {
  readonly id: string;
  readonly attemptKey: string;
  readonly state: PaymentState;
  readonly amountCents: number;
  readonly refundedCents: number;
  readonly transactionId: string | null;
  readonly createdAt: Date;
}
const recent = sql`p.id, p.attempt_key as "attemptKey", p.state, p.amount_cents as "amountCents",
  p.refunded_cents as "refundedCents", p.transaction_id as "transactionId", p.created_at as "createdAt"`;
export const listRecentCardPayments = (db: Db, from: Date): Promise<RecentPayment[]> =>
  many(
    db,
    sql<RecentPayment>`select ${recent} from payments p
      where p.gateway = 'card' and p.created_at >= ${from} order by p.created_at`,
  );

export const listRecentPayPalPayments = (
  db: Db,
  providerSubscriptionId: string,
  from: Date,
): Promise<RecentPayment[]> =>
  many(
    db,
    sql<RecentPayment>`select ${recent} from payments p join orders o on o.id = p.order_id
      where o.provider_subscription_id = ${providerSubscriptionId} and p.gateway = 'paypal'
        and p.state = 'approved' and p.created_at >= ${from}`,
  );

export interface RecentRefund {
  readonly id: string;
  readonly state: 'started' | 'done' | 'failed';
  readonly amountCents: number;
  readonly providerRefundId: string | null;
  readonly createdAt: Date;
}
/** A day more than is compared: what was sent before midnight is listed after it. */
export const listRecentRefunds = (db: Db, gateway: 'card' | 'paypal', from: Date): Promise<RecentRefund[]> =>
  many(
    db,
    sql<RecentRefund>`select r.id, r.state, r.amount_cents as "amountCents",
        r.provider_refund_id as "providerRefundId", r.created_at as "createdAt"
      from refunds r join payments p on p.id = r.payment_id
      where p.gateway = ${gateway} and r.created_at >= ${from}`,
  );

/** What bought nothing and did not go back, and no refund of it is on its way. */
export const listUnreturnedPayments = (
  db: Db,
  from: Date,
): Promise<{ id: string; gateway: string; amountCents: number; refundedCents: number }[]> =>
  many(
    db,
    sql<{ id: string; gateway: string; amountCents: number; refundedCents: number }>`
      select p.id, p.gateway, p.amount_cents as "amountCents", p.refunded_cents as "refundedCents" from payments p
      where p.state = 'approved' and p.created_at >= ${from} and p.refunded_cents < p.amount_cents
        and exists (select 1 from refunds r where r.payment_id = p.id and r.state = 'failed'
          and r.by_user_id is null)
        and not exists (select 1 from refunds r where r.payment_id = p.id and r.state = 'started')`,
  );

/** Running subscriptions that bill soon or have just billed, and approvals that are still open. */
export const listPayPalToCheck = (
  db: Db,
  from: Date,
  now: Date,
): Promise<{ providerSubscriptionId: string }[]> =>
  many(
    db,
    sql<{ providerSubscriptionId: string }>`
      select provider_subscription_id as "providerSubscriptionId" from subscriptions
        where gateway = 'paypal' and provider_subscription_id is not null
          and (created_at >= ${from} or cancelled_at >= ${from} or (renews and ends_at <= ${now}))
      union
      select provider_subscription_id from orders
        where gateway = 'paypal' and provider_subscription_id is not null and created_at >= ${from}
          and state in ('open', 'abandoned')`,
  );

export const listOpenRefunds = (
  db: Db,
  before: Date,
): Promise<{ id: string; gateway: string; amountCents: number }[]> =>
  many(
    db,
    sql<{ id: string; gateway: string; amountCents: number }>`
      select r.id, p.gateway, r.amount_cents as "amountCents" from refunds r join payments p on p.id = r.payment_id
      where r.state = 'started' and r.created_at < ${before}`,
  );

export const upsertDifference = (db: Db, difference: Difference, at: Date): Promise<number> =>
  affected(
    db,
    sql`insert into reconciliation_differences (id, gateway, kind, subject, detail, found_at)
      values (${newId()}, ${difference.gateway}, ${difference.kind}, ${difference.subject}, ${difference.detail}, ${at})
      on conflict (gateway, kind, subject) where closed_at is null do update set detail = excluded.detail`,
  );

/** What this comparison no longer found is settled. */
export const closeDifferences = (db: Db, stillOpen: readonly string[], at: Date): Promise<number> =>
  affected(
    db,
    sql`update reconciliation_differences set closed_at = ${at}
      where closed_at is null and found_at < ${at}
        and not (gateway || ':' || kind || ':' || subject = any(${[...stillOpen]}::text[]))`,
  );

import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, one } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PaymentsTable, ReconciliationRunsTable, RefundsTable } from '../../schema/tables.ts';
import type { PaymentState } from './payment-queries.ts';

export interface Difference {
  readonly gateway: string;
  readonly kind: string;
  /** Our id or the provider's. */
  readonly subject: string;
  readonly detail: string;
}
export interface RecentPayment
  extends Pick<
    PaymentsTable,
    'id' | 'attemptKey' | 'amountCents' | 'refundedCents' | 'transactionId' | 'createdAt'
  > {
  readonly state: PaymentState;
}
const recent = sql`p.id, p.attempt_key as "attemptKey", p.state, p.amount_cents as "amountCents",
  p.refunded_cents as "refundedCents", p.transaction_id as "transactionId", p.created_at as "createdAt"`;
export const listRecentCardPayments = (db: Db, from: Date): Promise<RecentPayment[]> =>
  many(
    db,
    sql<RecentPayment>`select ${recent} from payments p
      where p.gateway = 'card' and p.created_at >= ${from} order by p.created_at`,
  );

/** Attempts without an outcome, of any age. */
export const listOpenCardPayments = (db: Db): Promise<{ id: string }[]> =>
  many(
    db,
    sql<Pick<PaymentsTable, 'id'>>`select id from payments
      where gateway = 'card' and state in ('started', 'unknown', 'held') order by created_at`,
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

export type RecentRefund = Pick<
  RefundsTable,
  'id' | 'state' | 'amountCents' | 'providerRefundId' | 'createdAt'
>;
/** One day more than is compared: a refund that was sent before midnight is listed after it. */
export const listRecentRefunds = (db: Db, gateway: 'card' | 'paypal', from: Date): Promise<RecentRefund[]> =>
  many(
    db,
    sql<RecentRefund>`select r.id, r.state, r.amount_cents as "amountCents",
        r.provider_refund_id as "providerRefundId", r.created_at as "createdAt"
      from refunds r join payments p on p.id = r.payment_id
      where p.gateway = ${gateway} and r.created_at >= ${from}`,
  );

/** Payments that bought nothing and were not returned, without a refund in progress. */
export const listUnreturnedPayments = (
  db: Db,
): Promise<{ id: string; gateway: string; amountCents: number; refundedCents: number }[]> =>
  many(
    db,
    sql<Pick<PaymentsTable, 'id' | 'amountCents' | 'refundedCents'> & { gateway: string }>`
      select p.id, p.gateway, p.amount_cents as "amountCents", p.refunded_cents as "refundedCents" from payments p
      where p.state = 'approved' and p.refunded_cents < p.amount_cents
        and exists (select 1 from refunds r where r.payment_id = p.id and r.state = 'failed'
          and r.by_user_id is null)
        and not exists (select 1 from refunds r where r.payment_id = p.id and r.state = 'started')`,
  );

/**
 * Agreements at PayPal that are not known to have ended: those of the last days; those whose year has been charged or
 * should have been; those without a billing date from PayPal; and all by which nothing renews here (canceled, bought
 * twice, account deleted), of any age.
 */
export const listPayPalToCheck = (
  db: Db,
  from: Date,
  now: Date,
): Promise<{ providerSubscriptionId: string }[]> =>
  many(
    db,
    sql<{ providerSubscriptionId: string }>`
      select o.provider_subscription_id as "providerSubscriptionId"
      from orders o left join subscriptions s on s.provider_subscription_id = o.provider_subscription_id
      where o.gateway = 'paypal' and o.provider_subscription_id is not null
        and (o.created_at >= ${from} or s.cancelled_at >= ${from}
          or o.provider_ended_at is null and case
            when s.renews then s.bills_at is null or least(s.ends_at, s.bills_at) <= ${now}
            else o.state in ('paid', 'returned', 'failed') end)
      order by o.created_at`,
  );

export const listOpenRefunds = (
  db: Db,
  before: Date,
): Promise<{ id: string; gateway: string; amountCents: number }[]> =>
  many(
    db,
    sql<Pick<RefundsTable, 'id' | 'amountCents'> & { gateway: string }>`
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

/** Kinds that are found independently of how far the comparison looks back. */
const LOOKED_FOR_ALWAYS = ['not_returned', 'refund_open', 'refunds_unreadable'];

/** Closes the differences that this comparison looked for and did not find any more. */
export const closeDifferences = (
  db: Db,
  stillOpen: readonly string[],
  { at, from }: { at: Date; from: Date },
): Promise<number> =>
  affected(
    db,
    sql`update reconciliation_differences set closed_at = ${at}
      where closed_at is null and found_at < ${at}
        and (found_at >= ${from} or kind = any(${LOOKED_FOR_ALWAYS}::text[]))
        and not (gateway || ':' || kind || ':' || subject = any(${[...stillOpen]}::text[]))`,
  );

export type Run = Pick<ReconciliationRunsTable, 'startedAt' | 'finishedAt' | 'differences'>;
export const insertRun = (db: Db, run: Run): Promise<number> =>
  affected(
    db,
    sql`insert into reconciliation_runs (started_at, finished_at, differences)
      values (${run.startedAt}, ${run.finishedAt}, ${run.differences})
      on conflict (started_at) do update set finished_at = excluded.finished_at, differences = excluded.differences`,
  );

export const findLastRun = (db: Db): Promise<Run | null> =>
  maybeOne(
    db,
    sql<Run>`select started_at as "startedAt", finished_at as "finishedAt", differences
      from reconciliation_runs order by started_at desc limit 1`,
  );

export const findLookBack = (db: Db): Promise<{ lastRunAt: Date | null; oldestOpenAt: Date | null }> =>
  one(
    db,
    sql<{ lastRunAt: Date | null; oldestOpenAt: Date | null }>`select
      (select max(started_at) from reconciliation_runs) as "lastRunAt",
      (select min(found_at) from reconciliation_differences where closed_at is null) as "oldestOpenAt"`,
  );

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
  readonly createdAt: Date;
}
export const listRecentCardPayments = (db: Db, from: Date): Promise<RecentPayment[]> =>
  many(
    db,
    sql<RecentPayment>`select id, attempt_key as "attemptKey", state, amount_cents as "amountCents",
        created_at as "createdAt" from payments where gateway = 'card' and created_at >= ${from} order by created_at`,
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

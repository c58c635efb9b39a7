import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type {
  BooksTable,
  PaymentsTable,
  RefundsTable,
  SubscriptionsTable,
  UsersTable,
} from '../../schema/tables.ts';
import { titleWithEdition } from './edition-columns.ts';

export type RefundRow = Pick<
  RefundsTable,
  | 'id'
  | 'state'
  | 'amountCents'
  | 'paymentId'
  | 'endsAccess'
  | 'endsCredited'
  | 'reason'
  | 'byUserId'
  | 'providerRefundId'
  | 'createdAt'
>;
const columns = sql`id, state, amount_cents as "amountCents", payment_id as "paymentId", ends_access as "endsAccess",
  ends_credited as "endsCredited", reason, by_user_id as "byUserId", provider_refund_id as "providerRefundId", created_at as "createdAt"`;
export const findRefund = (db: Db, id: string): Promise<RefundRow | null> =>
  maybeOne(db, sql<RefundRow>`select ${columns} from refunds where id = ${id}`);

/** Who made a refund; null: the system, the provider, or an account that is gone. */
export type RefundMaker = Pick<UsersTable, 'id'> & { readonly name: string };
export const findRefundMaker = (db: Db, refundId: string): Promise<RefundMaker | null> =>
  maybeOne(
    db,
    sql<RefundMaker>`select u.id, trim(u.first_name || ' ' || u.second_name) as name
      from refunds r join users u on u.id = r.by_user_id and u.deleted_at is null where r.id = ${refundId}`,
  );

export const listRefundsOfPayment = (db: Db, paymentId: string): Promise<RefundRow[]> =>
  many(
    db,
    sql<RefundRow>`select ${columns} from refunds where payment_id = ${paymentId} order by created_at, id`,
  );

export const insertRefund = (
  tx: Tx,
  refund: {
    refundId: string;
    paymentId: string;
    amountCents: number;
    endsAccess: boolean;
    endsCredited?: boolean | undefined;
    reason: string;
    byUserId: string | null;
    at: Date;
  },
): Promise<number> =>
  affected(
    tx,
    sql`insert into refunds (id, payment_id, amount_cents, state, ends_access, ends_credited, reason, by_user_id,
        created_at)
      values (${refund.refundId}, ${refund.paymentId}, ${refund.amountCents}, 'started', ${refund.endsAccess},
        ${refund.endsCredited ?? false}, ${refund.reason}, ${refund.byUserId}, ${refund.at})`,
  );

export const settleRefund = (
  tx: Tx,
  id: string,
  settled: { state: 'done'; providerRefundId: string; at: Date } | { state: 'failed' },
): Promise<number> =>
  affected(
    tx,
    sql`update refunds set state = ${settled.state},
        provider_refund_id = ${settled.state === 'done' ? settled.providerRefundId : null},
        settled_at = ${settled.state === 'done' ? settled.at : null}
      where id = ${id} and state = 'started'`,
  );

/** What a completed refund means to its buyer. */
export interface RefundFacts
  extends Pick<PaymentsTable, 'userId' | 'gateway' | 'lastFour'>,
    Pick<BooksTable, 'title'>,
    Pick<RefundsTable, 'amountCents' | 'endsAccess'> {
  readonly isBundle: boolean;
  readonly paidCents: PaymentsTable['amountCents'];
  /** All refunds of the payment together. */
  readonly refundedCents: PaymentsTable['refundedCents'];
  /** False: the payment bought nothing, and has no invoice. */
  readonly boughtYear: boolean;
  readonly endsAt: SubscriptionsTable['endsAt'] | null;
  readonly renewsAt: Date | null;
}
export const findRefundFacts = (db: Db, id: string): Promise<RefundFacts | null> =>
  maybeOne(
    db,
    sql<RefundFacts>`select p.user_id as "userId", coalesce(k.name, ${titleWithEdition}, '') as title, k.id is not null as "isBundle",
        r.amount_cents as "amountCents", p.amount_cents as "paidCents", p.refunded_cents as "refundedCents", p.gateway,
        p.last_four as "lastFour", r.ends_access as "endsAccess",
        exists (select from invoices i where i.payment_id = p.id) as "boughtYear", s.ends_at as "endsAt",
        case when s.renews then coalesce(s.bills_at, s.grace_from, s.ends_at) end as "renewsAt"
      from refunds r join payments p on p.id = r.payment_id
      left join orders o on o.id = p.order_id left join subscriptions s on s.id = p.subscription_id
      left join books b on b.id = coalesce(o.book_id, s.book_id)
      left join packages k on k.id = coalesce(o.package_id, s.package_id)
      where r.id = ${id} and r.state = 'done'`,
  );

export interface PaidAccess extends Pick<SubscriptionsTable, 'endsAt' | 'renews'> {
  /** Until when other payments cover it, if that is still to come. */
  readonly paidUntil: Date | null;
}

/** The running subscription that the payment bought a year of, unless other payments cover that year: a refund ends nothing then. */
export const findPaidAccess = (db: Db, paymentId: string, now: Date): Promise<PaidAccess | null> =>
  maybeOne(
    db,
    sql<PaidAccess>`select s.ends_at as "endsAt", s.renews,
        (select max(oi.period_end) from payments o join invoices oi on oi.payment_id = o.id
          where o.subscription_id = s.id and o.id <> p.id and o.state = 'approved'
            and o.refunded_cents < o.amount_cents and oi.period_end > ${now}) as "paidUntil"
      from payments p join subscriptions s on s.id = p.subscription_id join invoices i on i.payment_id = p.id
      where p.id = ${paymentId} and s.ends_at > ${now}
        and not exists (select from payments o join invoices oi on oi.payment_id = o.id
          where o.subscription_id = s.id and o.id <> p.id and o.state = 'approved'
            and o.refunded_cents < o.amount_cents and oi.period_end >= i.period_end)`,
  );

/** Reserves the amount on the payment; a refused refund releases it. */
export const addRefunded = (tx: Tx, paymentId: string, cents: number): Promise<number> =>
  affected(tx, sql`update payments set refunded_cents = refunded_cents + ${cents} where id = ${paymentId}`);

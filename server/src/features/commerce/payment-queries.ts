import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { InvoicesTable, PaymentsTable } from '../../schema/tables.ts';
import { titleWithEdition } from './edition-columns.ts';

/*
 * The order of locks in commerce. A transaction that locks more than one of these takes them in this order, so that no two
 * wait for each other; it may leave any of them out.
 *   1. the payment (`lockPayment`)
 *   2. the buyer (`lockBuyer`)
 *   3. the promo code (`lockPromoCode`)
 *   4. the order (`lockOrder`)
 *   5. the subscription (`lockRenewal`)
 *   6. the number of the invoice (`issueInvoice`), held until the commit
 * What a transaction inserts itself needs no place here: nobody else can hold it yet.
 */

export type PaymentState = 'started' | 'unknown' | 'held' | 'approved' | 'declined' | 'lost';
export interface PaymentRow
  extends Pick<
    PaymentsTable,
    | 'id'
    | 'attemptKey'
    | 'orderId'
    | 'subscriptionId'
    | 'userId'
    | 'gateway'
    | 'kind'
    | 'amountCents'
    | 'refundedCents'
    | 'transactionId'
    | 'lastFour'
    | 'cardType'
    | 'reason'
    | 'periodEnd'
    | 'try'
    | 'createdAt'
  > {
  readonly state: PaymentState;
}
const columns = sql`id, attempt_key as "attemptKey", order_id as "orderId", subscription_id as "subscriptionId",
  user_id as "userId", gateway, kind, state, amount_cents as "amountCents", refunded_cents as "refundedCents",
  transaction_id as "transactionId", last_four as "lastFour", card_type as "cardType", reason,
  period_end as "periodEnd", try, created_at as "createdAt"`;

export const findPayment = (db: Db, id: string): Promise<PaymentRow | null> =>
  maybeOne(db, sql<PaymentRow>`select ${columns} from payments where id = ${id}`);

export const lockPayment = (tx: Tx, id: string): Promise<PaymentRow | null> =>
  maybeOne(tx, sql<PaymentRow>`select ${columns} from payments where id = ${id} for update`);

export const findPaymentOfSale = (db: Db, saleId: string): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<
      Pick<PaymentsTable, 'id'>
    >`select id from payments where gateway = 'paypal' and transaction_id = ${saleId}`,
  );

/** An attempt to renew it that has no outcome yet. */
export const findOpenRenewal = (db: Db, subscriptionId: string): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<
      Pick<PaymentsTable, 'id'>
    >`select id from payments where subscription_id = ${subscriptionId} and kind = 'renewal'
      and state in ('started', 'unknown', 'held') limit 1`,
  );

/** An attempt that never reached the provider does not count: its number is released. */
export const releaseRenewalTry = (db: Db, id: string): Promise<number> =>
  affected(db, sql`update payments set period_end = null, try = null where id = ${id} and state = 'lost'`);

export const findRenewalTry = (
  db: Db,
  subscriptionId: string,
  periodEnd: Date,
  number: number,
): Promise<PaymentRow | null> =>
  maybeOne(
    db,
    sql<PaymentRow>`select ${columns} from payments
      where subscription_id = ${subscriptionId} and period_end = ${periodEnd} and try = ${number}`,
  );

/** 0 if the transaction is known already. */
export const insertPayment = (
  tx: Tx,
  payment: Pick<
    PaymentRow,
    'id' | 'attemptKey' | 'userId' | 'gateway' | 'kind' | 'state' | 'amountCents' | 'createdAt'
  > &
    Partial<PaymentRow> & { settledAt?: Date },
): Promise<number> =>
  affected(
    tx,
    sql`insert into payments (id, attempt_key, order_id, subscription_id, user_id, gateway, kind, state, amount_cents,
        transaction_id, period_end, try, created_at, settled_at)
      values (${payment.id}, ${payment.attemptKey}, ${payment.orderId ?? null}, ${payment.subscriptionId ?? null},
        ${payment.userId}, ${payment.gateway}, ${payment.kind}, ${payment.state}, ${payment.amountCents},
        ${payment.transactionId ?? null}, ${payment.periodEnd ?? null}, ${payment.try ?? null}, ${payment.createdAt},
        ${payment.settledAt ?? null})
      on conflict do nothing`,
  );

export const updatePayment = (
  tx: Db,
  id: string,
  values: {
    state: PaymentState;
    at?: Date | null;
    transactionId?: string | undefined;
    lastFour?: string | undefined;
    cardType?: string | undefined;
    reason?: string | undefined;
    subscriptionId?: string | undefined;
  },
): Promise<number> =>
  affected(
    tx,
    sql`update payments set state = ${values.state},
        settled_at = coalesce(${values.at ?? null}::timestamptz, settled_at),
        transaction_id = coalesce(${values.transactionId ?? null}, transaction_id),
        last_four = coalesce(${values.lastFour ?? null}, last_four),
        card_type = coalesce(${values.cardType ?? null}, card_type),
        reason = coalesce(${values.reason ?? null}, reason),
        subscription_id = coalesce(${values.subscriptionId ?? null}::uuid, subscription_id)
      where id = ${id}`,
  );

/** Only an attempt without an outcome may become unknown or held. */
export const updateOpenPayment = (
  db: Db,
  id: string,
  state: 'unknown' | 'held',
  transactionId: string | null,
): Promise<number> =>
  affected(
    db,
    sql`update payments set state = ${state}, transaction_id = coalesce(${transactionId}, transaction_id)
      where id = ${id} and state in ('started', 'unknown', 'held')`,
  );

export interface PaymentListRow extends PaymentRow {
  readonly title: string;
  readonly refunds: readonly { amountCents: number; at: string }[];
  readonly invoiceId: InvoicesTable['id'] | null;
  readonly invoiceYear: InvoicesTable['year'] | null;
  readonly invoiceNumber: InvoicesTable['number'] | null;
  readonly count: number;
}
/** The user's payments, newest first, without attempts that never reached the provider. */
export const listPayments = (
  db: Db,
  userId: string,
  page: { limit: number; offset: number },
): Promise<PaymentListRow[]> =>
  many(
    db,
    sql<PaymentListRow>`
      select p.id, p.attempt_key as "attemptKey", p.order_id as "orderId", p.subscription_id as "subscriptionId",
        p.user_id as "userId", p.gateway, p.kind, p.state, p.amount_cents as "amountCents",
        p.refunded_cents as "refundedCents", p.transaction_id as "transactionId", p.last_four as "lastFour",
        p.card_type as "cardType", p.reason, p.created_at as "createdAt",
        (select coalesce(jsonb_agg(jsonb_build_object('amountCents', r.amount_cents, 'at', r.created_at)
            order by r.created_at, r.id), '[]')
          from refunds r where r.payment_id = p.id and r.state = 'done') as refunds,
        i.id as "invoiceId", i.year as "invoiceYear", i.number as "invoiceNumber",
        coalesce(${titleWithEdition}, k.name, '') as title, count(*) over () as count
      from payments p
      left join invoices i on i.payment_id = p.id
      left join orders o on o.id = p.order_id
      left join subscriptions s on s.id = p.subscription_id
      left join books b on b.id = coalesce(o.book_id, s.book_id)
      left join packages k on k.id = coalesce(o.package_id, s.package_id)
      where p.user_id = ${userId} and p.state <> 'lost'
      order by p.created_at desc, p.id limit ${page.limit} offset ${page.offset}`,
  );

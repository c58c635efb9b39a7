import type { BillingAddress } from '@vesalius/contract/commerce-payment';
import { sql } from 'kysely';
import { affected, type Db, jsonb, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { OrdersTable, PaypalPlansTable } from '../../schema/tables.ts';
import { isContainedIn } from './contained-queries.ts';
import { titleWithEdition } from './edition-columns.ts';

export interface OrderRow
  extends Pick<
    OrdersTable,
    | 'id'
    | 'userId'
    | 'bookId'
    | 'packageId'
    | 'gateway'
    | 'state'
    | 'amountCents'
    | 'priceCents'
    | 'renewalPriceCents'
    | 'promoCodeId'
    | 'providerPlanId'
    | 'providerSubscriptionId'
    | 'approveUrl'
    | 'replacesSubscriptionId'
    | 'subscriptionId'
    | 'createdAt'
  > {
  readonly title: string;
  /** The reduction of a package's price for books that are paid for already; before a promo code. */
  readonly creditCents: OrdersTable['creditCents'];
  readonly billTo: BillingAddress | null;
  /** When PayPal first charges a later year; null: a year after the approval. */
  readonly renewsFrom: OrdersTable['renewsFrom'];
  /** The buyer was shown that they can read it already; null: not recorded. */
  readonly despiteAccess: OrdersTable['despiteAccess'];
}
/** The title of the book or package. */
export const orderTitle = sql<string>`coalesce(${titleWithEdition}, p.name)`;
/** For a query whose `from` is `orderTables`. */
export const orderColumns = sql`o.id, o.user_id as "userId", o.book_id as "bookId", o.package_id as "packageId",
  ${orderTitle} as title, o.gateway, o.state, o.amount_cents as "amountCents",
  o.price_cents as "priceCents", o.credit_cents as "creditCents", o.renewal_price_cents as "renewalPriceCents", o.promo_code_id as "promoCodeId",
  o.bill_to as "billTo", o.provider_plan_id as "providerPlanId",
  o.provider_subscription_id as "providerSubscriptionId", o.approve_url as "approveUrl",
  o.replaces_subscription_id as "replacesSubscriptionId", o.subscription_id as "subscriptionId",
  o.renews_from as "renewsFrom", o.despite_access as "despiteAccess", o.created_at as "createdAt"`;
export const orderTables = sql`orders o left join books b on b.id = o.book_id left join packages p on p.id = o.package_id`;

export const findOrder = (db: Db, id: string): Promise<OrderRow | null> =>
  maybeOne(db, sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.id = ${id}`);

export const lockOrder = (tx: Tx, id: string): Promise<OrderRow | null> =>
  maybeOne(tx, sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.id = ${id} for update of o`);

export const findOrderOfPayPal = (db: Db, providerSubscriptionId: string): Promise<OrderRow | null> =>
  maybeOne(
    db,
    sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.provider_subscription_id = ${providerSubscriptionId}`,
  );

export const findOpenOrder = (
  db: Db,
  userId: string,
  item: { bookId: string | null; packageId: string | null },
): Promise<OrderRow | null> =>
  maybeOne(
    db,
    sql<OrderRow>`select ${orderColumns} from ${orderTables} where o.user_id = ${userId} and o.state = 'open'
      and coalesce(o.book_id, o.package_id) = ${item.bookId ?? item.packageId}`,
  );

/** A purchase by card that was paid since then and whose subscription still runs and renews, with its invoice. */
export const findPaidOrder = (
  db: Db,
  wish: {
    userId: string;
    itemId: string;
    amountCents: number;
    promoCodeName: string | null;
    replaces: string | null;
    since: Date;
  },
  now: Date,
): Promise<{ subscriptionId: string; year: number | null; number: number | null } | null> =>
  maybeOne(
    db,
    sql`select o.subscription_id as "subscriptionId", i.year, i.number
      from orders o join subscriptions s on s.id = o.subscription_id and s.renews and s.ends_at > ${now}
      join payments p on p.order_id = o.id and p.state = 'approved' and p.refunded_cents = 0
      left join invoices i on i.payment_id = p.id left join promo_codes c on c.id = o.promo_code_id
      where o.user_id = ${wish.userId} and o.gateway = 'card' and o.state = 'paid'
        and coalesce(o.book_id, o.package_id) = ${wish.itemId}::uuid and o.amount_cents = ${wish.amountCents}
        and lower(c.name) is not distinct from lower(${wish.promoCodeName}::text)
        and o.replaces_subscription_id is not distinct from ${wish.replaces}::uuid and p.created_at > ${wish.since}
      order by p.created_at desc limit 1`,
  );

/** An open order of the reader for a replacement, or for a package that contains the item, without an outcome yet. */
export const findOpenReplacement = (db: Db, subscriptionId: string): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<Pick<OrdersTable, 'id'>>`select o.id from subscriptions s join orders o on o.user_id = s.user_id
      where s.id = ${subscriptionId} and o.state = 'open'
        and (o.replaces_subscription_id = s.id or ${isContainedIn(sql`o.package_id`)}) limit 1`,
  );

export const insertOrder = (
  tx: Tx,
  order: Omit<
    OrderRow,
    'title' | 'state' | 'approveUrl' | 'providerPlanId' | 'providerSubscriptionId' | 'subscriptionId'
  >,
): Promise<number> =>
  affected(
    tx,
    sql`insert into orders (id, user_id, book_id, package_id, gateway, amount_cents, price_cents,
        credit_cents, renewal_price_cents, promo_code_id, bill_to, replaces_subscription_id, renews_from,
        despite_access, created_at)
      values (${order.id}, ${order.userId}, ${order.bookId}, ${order.packageId}, ${order.gateway},
        ${order.amountCents}, ${order.priceCents}, ${order.creditCents}, ${order.renewalPriceCents}, ${order.promoCodeId},
        ${order.billTo ? jsonb(order.billTo) : null}, ${order.replacesSubscriptionId},
        ${order.renewsFrom}, ${order.despiteAccess}, ${order.createdAt})`,
  );

export const updateOrderApproval = (
  db: Db,
  id: string,
  values: { planId: string; providerSubscriptionId: string; approveUrl: string },
): Promise<number> =>
  affected(
    db,
    sql`update orders set provider_plan_id = ${values.planId},
        provider_subscription_id = ${values.providerSubscriptionId}, approve_url = ${values.approveUrl}
      where id = ${id} and provider_subscription_id is null`,
  );

export const closeOrder = (
  tx: Tx,
  id: string,
  values: { state: OrderRow['state']; subscriptionId?: string; at: Date },
): Promise<number> =>
  affected(
    tx,
    sql`update orders set state = ${values.state}, closed_at = ${values.at},
        subscription_id = coalesce(${values.subscriptionId ?? null}::uuid, subscription_id)
      where id = ${id}`,
  );

/** Records that the buyer of an open order was shown, since then, that they can read it already. */
export const updateOrderDespiteAccess = (tx: Tx, id: string): Promise<number> =>
  affected(tx, sql`update orders set despite_access = true where id = ${id}`);

/** Records PayPal's report of the approval; the first time counts. */
export const updateOrderApprovedAt = (db: Db, id: string, at: Date): Promise<number> =>
  affected(db, sql`update orders set approved_at = ${at} where id = ${id} and approved_at is null`);

/** Records that the agreement of this order has ended at PayPal, so it is not checked again. */
export const updateOrderEnded = (tx: Tx, id: string, at: Date): Promise<number> =>
  affected(
    tx,
    sql`update orders set provider_ended_at = ${at} where id = ${id} and provider_ended_at is null`,
  );

export const findPlan = (db: Db, key: string): Promise<{ planId: string } | null> =>
  maybeOne(
    db,
    sql<Pick<PaypalPlansTable, 'planId'>>`select plan_id as "planId" from paypal_plans where key = ${key}`,
  );

export const insertPlan = (
  db: Db,
  plan: {
    key: string;
    bookId: string | null;
    packageId: string | null;
    promoCodeId: string | null;
    yearlyCents: number;
    firstYearCents: number | null;
    planId: string;
    at: Date;
  },
): Promise<number> =>
  affected(
    db,
    sql`insert into paypal_plans (key, book_id, package_id, promo_code_id, yearly_cents, first_year_cents, plan_id,
        created_at)
      values (${plan.key}, ${plan.bookId}, ${plan.packageId}, ${plan.promoCodeId}, ${plan.yearlyCents},
        ${plan.firstYearCents}, ${plan.planId}, ${plan.at}) on conflict do nothing`,
  );

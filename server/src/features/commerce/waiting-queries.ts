import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { BooksTable, OrdersTable, PackagesTable } from '../../schema/tables.ts';
import { orderColumns, orderTables, orderTitle } from './order-queries.ts';
import type { OrderTerms } from './order-terms.ts';

/** PayPal activates within minutes, or within a day. After these days the buyer is not told to wait any longer. */
export const WAIT_DAYS = 3;

export interface WaitingOrder extends OrderTerms, Pick<OrdersTable, 'id'> {
  readonly title: BooksTable['title'] | PackagesTable['name'];
  readonly since: Date;
}

/**
 * Orders that the buyer approved at PayPal and PayPal has not activated yet. An abandoned order counts too, because
 * it is granted when PayPal activates it. Items that the buyer has by now do not count, because their payment is
 * returned.
 */
export const listWaitingOrders = (
  db: Db,
  userId: string,
  now: Date,
  itemId: string | null = null,
): Promise<WaitingOrder[]> =>
  many(
    db,
    sql<WaitingOrder>`
      select distinct on (coalesce(o.book_id, o.package_id)) ${orderColumns}, o.approved_at as since
      from ${orderTables}
      where o.user_id = ${userId} and o.gateway = 'paypal' and o.state in ('open', 'abandoned')
        and o.provider_ended_at is null
        and o.approved_at > ${new Date(now.getTime() - WAIT_DAYS * DAY_MS)}
        and (${itemId}::uuid is null or coalesce(o.book_id, o.package_id) = ${itemId}::uuid)
        and not exists (
          select from subscriptions s
          where s.user_id = o.user_id and coalesce(s.book_id, s.package_id) = coalesce(o.book_id, o.package_id)
            and s.renews and s.ends_at > ${now} and s.id is distinct from o.replaces_subscription_id)
      order by coalesce(o.book_id, o.package_id), o.approved_at`,
  );

/** An order whose approval PayPal never completed. */
export interface EndedWait
  extends Pick<OrdersTable, 'id' | 'userId' | 'bookId' | 'packageId' | 'despiteAccess'> {
  readonly title: WaitingOrder['title'];
  readonly since: Date;
  readonly endedAt: Date;
  readonly because: 'ended_at_paypal' | 'not_completed' | 'readable_otherwise';
}
/** Its buyer is told for these days. */
const ENDED_SHOWN_DAYS = 14;

/**
 * Orders that the buyer approved at PayPal, without a payment, that PayPal ended or has said nothing about for as long
 * as the buyer was told to wait. Not those of an item that the buyer has or approved again since then.
 */
export const listEndedWaits = (
  db: Db,
  userId: string,
  now: Date,
  itemId: string | null = null,
): Promise<EndedWait[]> =>
  many(
    db,
    sql<EndedWait>`
      select distinct on (w.item_id) w.id, w.user_id as "userId", w.book_id as "bookId",
        w.package_id as "packageId", w.title, w.despite_access as "despiteAccess", w.approved_at as since, w.ended_at as "endedAt", w.because
      from (
        select o.*, coalesce(o.book_id, o.package_id) as item_id, ${orderTitle} as title,
          least(o.provider_ended_at, o.approved_at + make_interval(days => ${WAIT_DAYS})) as ended_at,
          case when o.provider_ended_at is null then 'not_completed' else 'ended_at_paypal' end as because
        from ${orderTables}
        where o.user_id = ${userId} and o.gateway = 'paypal' and o.state in ('open', 'abandoned', 'failed')
          and o.approved_at is not null
          and (${itemId}::uuid is null or coalesce(o.book_id, o.package_id) = ${itemId}::uuid)
      ) w
      where w.ended_at <= ${now} and w.ended_at > ${new Date(now.getTime() - ENDED_SHOWN_DAYS * DAY_MS)}
        and not exists (select from payments pay where pay.order_id = w.id)
        and not exists (
          select from orders later
          where later.user_id = w.user_id and coalesce(later.book_id, later.package_id) = w.item_id
            and later.created_at > w.created_at
            and (later.state in ('paid', 'returned') or later.approved_at is not null))
        and not exists (
          select from subscriptions s
          where s.user_id = w.user_id and coalesce(s.book_id, s.package_id) = w.item_id and s.ends_at > ${now}
            and s.id is distinct from w.replaces_subscription_id
            and (s.renews or s.started_at > w.created_at))
      order by w.item_id, w.approved_at desc`,
  );

type Approval = Pick<OrdersTable, 'userId' | 'approvedAt' | 'providerEndedAt'>;
export const findApproval = (db: Db, orderId: string): Promise<Approval | null> =>
  maybeOne(
    db,
    sql<Approval>`select user_id as "userId", approved_at as "approvedAt", provider_ended_at as "providerEndedAt"
      from orders where id = ${orderId}`,
  );

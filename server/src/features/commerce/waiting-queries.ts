import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { BooksTable, OrdersTable, PackagesTable } from '../../schema/tables.ts';
import { titleWithEdition } from './edition-columns.ts';

/** PayPal activates within minutes, or within a day. After these days the buyer is not told to wait any longer. */
const WAIT_DAYS = 3;

export interface WaitingOrder
  extends Pick<OrdersTable, 'id' | 'bookId' | 'packageId' | 'gateway' | 'renewsFrom'> {
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
      select distinct on (coalesce(o.book_id, o.package_id)) o.id, o.book_id as "bookId",
        o.package_id as "packageId", o.gateway, o.renews_from as "renewsFrom", coalesce(${titleWithEdition}, p.name) as title, o.approved_at as since
      from orders o left join books b on b.id = o.book_id left join packages p on p.id = o.package_id
      where o.user_id = ${userId} and o.gateway = 'paypal' and o.state in ('open', 'abandoned')
        and o.provider_ended_at is null
        and o.approved_at > ${new Date(now.getTime() - WAIT_DAYS * 86_400_000)}
        and (${itemId}::uuid is null or coalesce(o.book_id, o.package_id) = ${itemId}::uuid)
        and not exists (
          select from subscriptions s
          where s.user_id = o.user_id and coalesce(s.book_id, s.package_id) = coalesce(o.book_id, o.package_id)
            and s.renews and s.ends_at > ${now} and s.id is distinct from o.replaces_subscription_id)
      order by coalesce(o.book_id, o.package_id), o.approved_at`,
  );

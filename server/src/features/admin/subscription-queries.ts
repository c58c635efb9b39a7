import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import type { SubscriptionsTable } from '../../schema/tables.ts';
import { replacedColumn, titleWithEdition } from '../commerce/edition-columns.ts';
import { offSale } from '../commerce/off-sale.ts';

export interface SubscriptionRow
  extends Pick<
    SubscriptionsTable,
    'id' | 'userId' | 'gateway' | 'startedAt' | 'endsAt' | 'renews' | 'renewalPriceCents'
  > {
  /** With the edition, where the book has several. */
  title: string;
  /** Null: it is the current edition, or a package. */
  replaced: BookEdition['replaced'];
  kind: 'book' | 'package';
  /** When the next year is charged; null = no renewal. */
  renewsAt: Date | null;
  /** Not sold now: nothing is charged until it is back in the shop. */
  isHeld: boolean;
}
const columns = (
  now: Date,
) => sql`s.id, s.user_id as "userId", coalesce(${titleWithEdition}, p.name) as title, ${replacedColumn(now)},
  case when s.book_id is null then 'package' else 'book' end as kind, s.gateway,
  s.started_at as "startedAt", s.ends_at as "endsAt", s.renews,
  case when s.renews then coalesce(s.bills_at, s.grace_from, s.ends_at) end as "renewsAt",
  s.renewal_price_cents as "renewalPriceCents", s.renews and ${offSale} is not null as "isHeld"`;
const tables = sql`subscriptions s left join books b on b.id = s.book_id left join packages p on p.id = s.package_id`;

export const listPersonSubscriptions = (db: Db, userId: string, now: Date) =>
  many(
    db,
    sql<SubscriptionRow>`select ${columns(now)} from ${tables} where s.user_id = ${userId} order by s.ends_at desc`,
  );

export const getPersonSubscription = (db: Db, id: string, now: Date) =>
  one(db, sql<SubscriptionRow>`select ${columns(now)} from ${tables} where s.id = ${id}`);

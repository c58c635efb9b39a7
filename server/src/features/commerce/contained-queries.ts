import { CANCELLATION_REASONS, SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { PackagesTable, SubscriptionsTable } from '../../schema/tables.ts';
import { COVER_MARGIN_DAYS } from './access-period.ts';
import { wasSoldWith } from './in-shop.ts';
import { offSale } from './off-sale.ts';
import { type RenewalRow, renewalColumns, renewalTables } from './subscription-queries.ts';

/**
 * Whether a package contains everything that a subscription (the row `s`) is for: its book, or every book of a
 * smaller package. A book that was withdrawn or replaced when the package began is not sold with it. Without a start,
 * the package starts now.
 */
export const isContainedIn = (
  packageId: RawBuilder<unknown>,
  startedAt?: RawBuilder<unknown>,
): RawBuilder<boolean> => {
  const isSoldWith = (book: RawBuilder<unknown>) => wasSoldWith(book, startedAt);
  return sql<boolean>`(
  s.package_id is distinct from ${packageId} and case
    when s.book_id is not null
      then exists (select from package_books pb where pb.package_id = ${packageId} and pb.book_id = s.book_id)
        and ${isSoldWith(sql`s.book_id`)}
    else exists (select from package_books own where own.package_id = s.package_id)
      and not exists (select from package_books own where own.package_id = s.package_id
        and not (${isSoldWith(sql`own.book_id`)} and exists (select from package_books pb
          where pb.package_id = ${packageId} and pb.book_id = own.book_id)))
    end)`;
};

/** A subscription `c` of the same reader to a package that contains that of row `s`. */
const contains = sql<boolean>`(
  c.user_id = s.user_id and c.package_id is not null and ${isContainedIn(sql`c.package_id`, sql`c.started_at`)})`;

/**
 * A package `c` that gives the reader the content of row `s` during the complete year that begins at that time: it
 * renews, or ends at least a day after that year. If it ends earlier, part of the year can still be sold.
 */
export const coversYearFrom = (from: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${contains} and c.started_at <= ${from} and (c.renews
    or c.ends_at >= ${from} + make_interval(months => ${SUBSCRIPTION_MONTHS}, days => ${COVER_MARGIN_DAYS})))`;

/**
 * The reader's renewals that the package contains. Renewals on hold are left out: they are not sold, and so not part
 * of the purchase.
 */
export const listContainedRenewals = (db: Db, userId: string, packageId: string): Promise<RenewalRow[]> =>
  many(db, sql<RenewalRow>`${containedRenewals(userId, packageId)} order by s.id`);
export const lockContainedRenewals = (tx: Tx, userId: string, packageId: string): Promise<RenewalRow[]> =>
  many(tx, sql<RenewalRow>`${containedRenewals(userId, packageId)} order by s.id for update of s`);

const containedRenewals = (userId: string, packageId: string) => sql`
  select ${renewalColumns} from ${renewalTables}
  where s.user_id = ${userId} and s.renews and s.gateway in ('card', 'paypal')
    and ${isContainedIn(sql`${packageId}::uuid`)} and ${offSale} is null`;

export interface Cover extends Pick<PackagesTable, 'id'>, Pick<SubscriptionsTable, 'endsAt' | 'renews'> {
  readonly title: PackagesTable['name'];
}
/**
 * The package that gives this reader the item already: one that renews, else the one that ends last. A package is
 * itself contained only in a larger one.
 */
export const findCoverOfItem = (
  db: Db,
  userId: string,
  item: { bookId: string | null; packageId: string | null },
  at: Date,
): Promise<Cover | null> =>
  maybeOne(
    db,
    sql<Cover>`select p.id, p.name as title, c.ends_at as "endsAt", c.renews
      from (select ${userId}::uuid as user_id, ${item.bookId}::uuid as book_id, ${item.packageId}::uuid as package_id) s
      join subscriptions c on ${contains} and c.started_at <= ${at} and (c.ends_at > ${at} or c.renews)
      join packages p on p.id = c.package_id
      order by c.renews desc, c.ends_at desc limit 1`,
  );

/**
 * A newer, renewing subscription of the same reader to exactly the same item: this one must not be charged beside it.
 * Of two the older one ends, whichever is processed first.
 */
export const findSuccessor = (db: Db, subscriptionId: string): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<
      Pick<SubscriptionsTable, 'id'>
    >`select n.id from subscriptions s join subscriptions n on n.user_id = s.user_id and n.renews
        and n.book_id is not distinct from s.book_id and n.package_id is not distinct from s.package_id
        and (n.started_at, n.id) > (s.started_at, s.id)
      where s.id = ${subscriptionId} limit 1`,
  );

/** The package that gives the reader the content of this subscription during the complete year from that time on. */
export const findCoverOfYear = (db: Db, subscriptionId: string, from: Date): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<
      Pick<SubscriptionsTable, 'id'>
    >`select c.id from subscriptions s join subscriptions c on ${coversYearFrom(sql`${from}::timestamptz`)}
      where s.id = ${subscriptionId} order by c.ends_at desc limit 1`,
  );

/**
 * The end of the packages that run at that time, do not renew, and give the reader the content of this subscription.
 */
export const findCoveredUntil = async (db: Db, subscriptionId: string, at: Date): Promise<Date | null> =>
  (
    await one(
      db,
      sql<{ until: Date | null }>`select max(c.ends_at) as until from subscriptions s
        join subscriptions c on ${contains} and c.started_at <= ${at} and c.ends_at > ${at} and not c.renews
        where s.id = ${subscriptionId}`,
    )
  ).until;

/**
 * Locks the subscriptions that a package of this reader contains, that stopped renewing for that reason since the
 * package began, and that nothing replaces: no other package, no new purchase of the same, no refund of their own.
 */
export const lockEndedByPackage = (
  tx: Tx,
  bundle: { userId: string; packageId: string; startedAt: Date },
  now: Date,
): Promise<RenewalRow[]> =>
  many(
    tx,
    sql<RenewalRow>`select ${renewalColumns} from ${renewalTables}
      where s.user_id = ${bundle.userId} and not s.renews and s.gateway in ('card', 'paypal')
        and s.cancellation_reason = ${CANCELLATION_REASONS.bundle} and s.cancelled_at >= ${bundle.startedAt} and ${offSale} is null
        and ${isContainedIn(sql`${bundle.packageId}::uuid`, sql`${bundle.startedAt}::timestamptz`)}
        and not exists (select from subscriptions c where ${coversYearFrom(sql`greatest(s.ends_at, ${now})`)})
        and not exists (select from subscriptions o where o.user_id = s.user_id and o.id <> s.id
          and o.book_id is not distinct from s.book_id and o.package_id is not distinct from s.package_id
          and (o.renews or o.ends_at > greatest(s.ends_at, ${now})))
        and not exists (select from refunds r join payments pay on pay.id = r.payment_id
          where pay.subscription_id = s.id and r.ends_access and r.state <> 'failed')
      order by s.id for update of s`,
  );

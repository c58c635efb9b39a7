import { CANCELLATION_REASONS, SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { PackagesTable, SubscriptionsTable } from '../../schema/tables.ts';
import { COVER_MARGIN_DAYS } from './access-period.ts';
import { wasSoldWith } from './in-shop.ts';
import { offSale } from './off-sale.ts';
import { type RenewalRow, renewalColumns, renewalTables } from './subscription-queries.ts';

/**
 * Whether a package contains everything that a subscription (the row `s`) is for: its book, or every book of a smaller
 * package. A book that was withdrawn or replaced when the package began is not sold with it; without a beginning, the package begins now.
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

/** A subscription `c` of the same reader to a package that contains the one of row `s`. */
const contains = sql<boolean>`(
  c.user_id = s.user_id and c.package_id is not null and ${isContainedIn(sql`c.package_id`, sql`c.started_at`)})`;

/**
 * A package `c` in which the reader has what row `s` is for during all of the year that begins at that time: it renews, or
 * it ends at least a day after that year. One that ends before leaves something to pay for.
 */
export const coversYearFrom = (from: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${contains} and c.started_at <= ${from} and (c.renews
    or c.ends_at >= ${from} + make_interval(months => ${SUBSCRIPTION_MONTHS}, days => ${COVER_MARGIN_DAYS})))`;

/** What of this reader renews although the package contains it. What is on hold is not sold, and not in what is bought. */
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
 * The package in which this reader has an item already: one that renews, else the one that ends last. A package itself is
 * contained in a larger one only.
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
 * A newer subscription of the same reader to the very same thing that renews: this one must not be charged beside it.
 * Of two the older one ends, whichever is looked at first.
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

/** The package in which the reader has what this subscription is for during all of the year from that time on. */
export const findCoverOfYear = (db: Db, subscriptionId: string, from: Date): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<
      Pick<SubscriptionsTable, 'id'>
    >`select c.id from subscriptions s join subscriptions c on ${coversYearFrom(sql`${from}::timestamptz`)}
      where s.id = ${subscriptionId} order by c.ends_at desc limit 1`,
  );

/** Until when the reader has what this subscription is for in packages that run at that time and do not renew. */
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
 * What a package of this reader contains and what stopped renewing for that reason since the package began, with nothing in
 * its place: neither another package, nor the same bought anew, nor its own money returned.
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

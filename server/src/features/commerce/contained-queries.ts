import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import { type RenewalRow, renewalColumns, renewalTables } from './subscription-queries.ts';

/**
 * Whether a package contains everything that a subscription (the row `s`) is for: its book, or every book of a smaller
 * package.
 */
export const isContainedIn = (packageId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  s.package_id is distinct from ${packageId} and case
    when s.book_id is not null
      then exists (select from package_books pb where pb.package_id = ${packageId} and pb.book_id = s.book_id)
    else exists (select from package_books own where own.package_id = s.package_id)
      and not exists (select from package_books own where own.package_id = s.package_id
        and not exists (select from package_books pb where pb.package_id = ${packageId} and pb.book_id = own.book_id))
    end)`;

/** A subscription `c` of the same reader to a package that contains the one of row `s`, and runs, or renews, at that time. */
export const isCoveredAt = (at: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  c.user_id = s.user_id and c.package_id is not null and c.started_at <= ${at} and (c.ends_at > ${at} or c.renews)
  and ${isContainedIn(sql`c.package_id`)})`;

/** What of this reader renews although the package contains it. */
export const listContainedRenewals = (db: Db, userId: string, packageId: string): Promise<RenewalRow[]> =>
  many(db, sql<RenewalRow>`${containedRenewals(userId, packageId)} order by s.id`);
export const lockContainedRenewals = (tx: Tx, userId: string, packageId: string): Promise<RenewalRow[]> =>
  many(tx, sql<RenewalRow>`${containedRenewals(userId, packageId)} order by s.id for update of s`);

const containedRenewals = (userId: string, packageId: string) => sql`
  select ${renewalColumns} from ${renewalTables}
  where s.user_id = ${userId} and s.renews and s.gateway in ('card', 'paypal')
    and ${isContainedIn(sql`${packageId}::uuid`)}`;

export interface Cover {
  readonly id: string;
  readonly title: string;
  readonly endsAt: Date;
}
/** The package in which this reader has an item already; a package itself is contained in a larger one only. */
export const findCoverOfItem = (
  db: Db,
  userId: string,
  item: { bookId: string | null; packageId: string | null },
  at: Date,
): Promise<Cover | null> =>
  maybeOne(
    db,
    sql<Cover>`select p.id, p.name as title, c.ends_at as "endsAt"
      from (select ${userId}::uuid as user_id, ${item.bookId}::uuid as book_id, ${item.packageId}::uuid as package_id) s
      join subscriptions c on ${isCoveredAt(sql`${at}::timestamptz`)} join packages p on p.id = c.package_id
      order by c.renews desc, c.ends_at desc limit 1`,
  );

/**
 * A newer subscription of the same reader to the very same thing that renews: this one must not be charged beside it.
 * Of two the older one ends, whichever is looked at first.
 */
export const findSuccessor = (db: Db, subscriptionId: string): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<{
      id: string;
    }>`select n.id from subscriptions s join subscriptions n on n.user_id = s.user_id and n.renews
        and n.book_id is not distinct from s.book_id and n.package_id is not distinct from s.package_id
        and (n.started_at, n.id) > (s.started_at, s.id)
      where s.id = ${subscriptionId} limit 1`,
  );

/** The package that contains what this subscription is for, if the reader has one at that time. */
export const findCover = (db: Db, subscriptionId: string, at: Date): Promise<{ id: string } | null> =>
  maybeOne(
    db,
    sql<{
      id: string;
    }>`select c.id from subscriptions s join subscriptions c on ${isCoveredAt(sql`${at}::timestamptz`)}
      where s.id = ${subscriptionId} order by c.ends_at desc limit 1`,
  );

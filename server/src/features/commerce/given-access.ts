import { sql } from 'kysely';
import { type Db, one } from '../../platform/database/database.ts';
import { usableSeats } from '../accounts/seats.ts';
import { packageHolds } from './packaged-books.ts';
import { findItemFace } from './queries.ts';

/**
 * Whether the user can read every book of the item, and one of them longer by something other than a purchase: a
 * program, an institution, the beta, or directing. Purchases have rules of their own: see `placeOrder`. A subscription
 * to the item itself counts as a purchase of a book, and not at all for a package.
 */
export async function isGivenAccess(
  db: Db,
  userId: string,
  item: { bookId: string | null; packageId: string | null },
  now: Date,
): Promise<boolean> {
  const ids = (await findItemFace(db, item))?.books.map(({ id }) => id) ?? [];
  if (ids.length === 0) return false;
  const { isGiven } = await one(
    db,
    sql<{ isGiven: boolean }>`
      select coalesce(bool_and(bought is not null or given is not null)
        and bool_or(given is not null and given > coalesce(bought, '-infinity')), false) as "isGiven"
      from unnest(${ids}::uuid[]) as asked (id) cross join users u
      cross join lateral (
        select max(case when s.renews then 'infinity' else s.ends_at end) as bought
        from subscriptions s where s.user_id = u.id and s.ends_at > ${now}
          and (s.book_id = asked.id
            or s.package_id is distinct from ${item.packageId}::uuid and ${packageHolds(sql`asked.id`)})) purchases
      cross join lateral (
        select max(until) as given from (
          select 'infinity'::timestamptz as until where u.role = 'customer' and u.is_beta
          union all select 'infinity' from program_students ps
            join program_books pb on pb.program_id = ps.program_id and pb.book_id = asked.id where ps.user_id = u.id
          union all select 'infinity' from program_directors pd
            join program_books pb on pb.program_id = pd.program_id and pb.book_id = asked.id
            where pd.user_id = u.id and u.role = 'program_director'
          union all select i.ends_at from ${usableSeats(now)}
            join institution_books ib on ib.institution_id = i.id and ib.book_id = asked.id) ways) gifts
      where u.id = ${userId} and u.email_verified_at is not null`,
  );
  return isGiven;
}

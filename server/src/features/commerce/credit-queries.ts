import { SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import type { BooksTable, PackagesTable, SubscriptionsTable } from '../../schema/tables.ts';
import { inShop, withOlderEditions } from './in-shop.ts';

export interface CreditRow extends Pick<BooksTable, 'priceCents'> {
  readonly packageId: string;
  readonly bookId: string;
  readonly paidShare: number;
  readonly paidCents: number;
}

export interface CreditedPackage extends Pick<SubscriptionsTable, 'id' | 'endsAt'> {
  readonly title: PackagesTable['name'];
}
/**
 * The running packages whose first year cost less because of a payment: bought after it, in a year that it paid for
 * too, with a book in common in any edition. A renewal is paid in full, so afterwards no package depends on the
 * payment.
 */
export const listCreditedPackages = (db: Db, paymentId: string, now: Date): Promise<CreditedPackage[]> =>
  many(
    db,
    sql<CreditedPackage>`
      select c.id, k.name as title, c.ends_at as "endsAt"
      from payments pay
      join invoices i on i.payment_id = pay.id
      join subscriptions s on s.id = pay.subscription_id
      join subscriptions c on c.user_id = pay.user_id and c.ends_at > ${now}
        and c.package_id is distinct from s.package_id
      join packages k on k.id = c.package_id
      left join orders o on o.subscription_id = c.id
      where pay.id = ${paymentId} and pay.state = 'approved' and pay.created_at <= coalesce(o.created_at, c.started_at)
        and i.period_end > coalesce(o.created_at, c.started_at)
        and (o.amount_cents < o.price_cents or c.gateway = 'free' and c.promo_code_id is null)
        and exists (select from ${withOlderEditions(sql`select pb.book_id from package_books pb where pb.package_id = c.package_id`)} line
          where line.edition_id = s.book_id or exists (
            select from package_books own where own.package_id = s.package_id and own.book_id = line.edition_id))
        and not exists (select from payments r where r.subscription_id = c.id and r.kind = 'renewal'
          and r.state = 'approved' and r.refunded_cents < r.amount_cents)
      order by c.ends_at, c.id`,
  );

/**
 * The published books of packages, and what this user has paid for each in the year that the package would begin
 * with. Only payments count: an invoice is written with each approved payment and states the months that it paid for.
 * Of an invoice counts the amount that was not refunded, for the months in which access still runs; of an invoice for
 * another package, each book's part of that package's price. A payment for an edition that a book of the package
 * replaced counts for that book; if several books of the package replaced it, only for the latest. A running package
 * begins its next year at its own end, and gives no credit to itself. What a running package was cheaper for is credited:
 * it gives no credit to another one, also if that one was ordered earlier and is granted later.
 */
export const listCredits = (
  db: Db,
  userId: string | null,
  packageIds: readonly string[],
  now: Date,
): Promise<CreditRow[]> =>
  many(
    db,
    sql<CreditRow>`
      with editions as materialized (
        select distinct on (pb.package_id, line.edition_id) pb.package_id, line.edition_id, line.book_id
        from ${withOlderEditions(
          sql`select book_id from package_books where package_id = any(${[...packageIds]}::uuid[])`,
        )} line
        join package_books pb on pb.book_id = line.book_id and pb.package_id = any(${[...packageIds]}::uuid[])
        join books b on b.id = line.book_id
        where ${inShop(now)}
        order by pb.package_id, line.edition_id, line.book_id = line.edition_id desc, b.published_at desc, b.id
      ), year as (
        select p.id as package_id, starts_at, starts_at + make_interval(months => ${SUBSCRIPTION_MONTHS}) as ends_at
        from packages p cross join lateral (
          select greatest(${now}::timestamptz, max(coalesce(s.grace_from, s.ends_at))) as starts_at
          from subscriptions s
          where s.user_id = ${userId}::uuid and s.package_id = p.id and s.ends_at > ${now}
        ) running
        where p.id = any(${[...packageIds]}::uuid[])
      ), paid as (
        select coalesce(s.book_id, pb.book_id) as book_id, s.package_id, i.period_start,
          least(i.period_end, s.ends_at) as paid_until, i.period_end,
          exists (
            select from subscriptions c left join orders o on o.subscription_id = c.id
            where c.user_id = pay.user_id and c.ends_at > ${now} and c.package_id is distinct from s.package_id
              and pay.created_at <= coalesce(o.created_at, c.started_at)
              and i.period_end > coalesce(o.created_at, c.started_at)
              and (o.credit_cents > 0 or c.gateway = 'free' and c.promo_code_id is null)
              and exists (
                select from ${withOlderEditions(sql`select own.book_id from package_books own where own.package_id = c.package_id`)} line
                where line.edition_id = coalesce(s.book_id, pb.book_id))
              and not exists (
                select from payments r where r.subscription_id = c.id and r.kind = 'renewal' and r.state = 'approved'
                  and r.refunded_cents < r.amount_cents)) as is_credited,
          (pay.amount_cents - pay.refunded_cents)
            * case when s.book_id is not null then 1
              else b.price_cents::float8 / nullif(sum(b.price_cents) over (partition by i.id), 0) end as cents
        from subscriptions s
        join payments pay on pay.subscription_id = s.id and pay.state = 'approved'
        join invoices i on i.payment_id = pay.id and i.period_end > ${now}
        left join package_books pb on pb.package_id = s.package_id
        left join books b on b.id = pb.book_id
        where s.user_id = ${userId}::uuid and s.ends_at > ${now} and pay.amount_cents > pay.refunded_cents
      ), covered as (
        select y.package_id, paid.book_id, paid.cents / extract(epoch from paid.period_end - paid.period_start) as rate,
          extract(epoch from least(paid.paid_until, y.ends_at) - greatest(paid.period_start, y.starts_at)) as seconds,
          extract(epoch from y.ends_at - y.starts_at) as year_seconds
        from year y join paid on paid.package_id is distinct from y.package_id and not paid.is_credited
          and least(paid.paid_until, y.ends_at) > greatest(paid.period_start, y.starts_at)
      )
      select pb.package_id as "packageId", b.id as "bookId", b.price_cents as "priceCents",
        coalesce(sum(c.seconds / c.year_seconds), 0)::float8 as "paidShare",
        coalesce(sum(c.seconds * c.rate), 0)::float8 as "paidCents"
      from package_books pb join books b on b.id = pb.book_id
      left join covered c on c.package_id = pb.package_id and c.book_id in (
        select edition_id from editions where editions.package_id = pb.package_id and editions.book_id = b.id)
      where pb.package_id = any(${[...packageIds]}::uuid[]) and ${inShop(now)}
      group by pb.package_id, b.id, b.price_cents`,
  );

import type { PromoCodeOrder } from '@vesalius/contract/commerce-promo-codes';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import { containing } from '../../../platform/database/terms.ts';
import { tellConstraints } from '../../../platform/errors.ts';
import type { PromoCodesTable, PromoRedemptionsTable, UsersTable } from '../../../schema/tables.ts';
import { titleWithEdition } from '../edition-columns.ts';
import { countsAsUse } from '../redemption-queries.ts';

export interface PromoRow
  extends Pick<
    PromoCodesTable,
    'id' | 'kind' | 'value' | 'startsAt' | 'endsAt' | 'maxUses' | 'maxUsesPerPerson' | 'mailDomain' | 'recurs'
  > {
  readonly name: string;
  readonly item: string | null;
  /** The planned end of a code that was ended early. */
  readonly plannedEndsAt: PromoCodesTable['plannedEndsAt'];
  readonly uses: number;
  /** After refunds. */
  readonly paidCents: number;
  readonly count: number;
}
const ORDERS: Readonly<Record<PromoCodeOrder, RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  '-name': sql`lower(name) desc`,
  uses: sql`uses`,
  '-uses': sql`uses desc`,
  paid: sql`"paidCents"`,
  '-paid': sql`"paidCents" desc`,
  ends_at: sql`"endsAt" nulls last`,
  '-ends_at': sql`"endsAt" desc nulls first`,
  created_at: sql`"createdAt"`,
  '-created_at': sql`"createdAt" desc`,
};

/** Of the order `o`: what went back of it. */
const refundedCents = sql`(select coalesce(sum(f.amount_cents), 0)::int from payments y
  join refunds f on f.payment_id = y.id and f.state = 'done' where y.order_id = o.id)`;

/** There are few codes: the whole list is summed up, in any order. */
export const listPromoCodes = (
  db: Db,
  now: Date,
  {
    search,
    state,
    sort,
    limit,
    offset,
  }: {
    search: string | undefined;
    state: 'active' | 'ended' | undefined;
    sort: PromoCodeOrder;
    limit: number;
    offset: number;
  },
): Promise<PromoRow[]> =>
  many(
    db,
    sql<PromoRow>`
      with listed as (
      select c.id, c.name, c.kind, c.value, coalesce(${titleWithEdition}, p.name) as item, c.starts_at as "startsAt",
        c.ends_at as "endsAt", c.planned_ends_at as "plannedEndsAt", c.max_uses as "maxUses", c.max_uses_per_person as "maxUsesPerPerson",
        c.mail_domain as "mailDomain", c.recurs, c.created_at as "createdAt",
        count(*) over () as count,
        (select count(*) from promo_redemptions r where r.promo_code_id = c.id and ${countsAsUse(now)}) as uses,
        (select coalesce(sum(o.amount_cents - ${refundedCents}), 0)::int from orders o
          where o.promo_code_id = c.id and o.state = 'paid') as "paidCents"
      from promo_codes c left join books b on b.id = c.book_id left join packages p on p.id = c.package_id
      where (${search ? containing(search) : null}::text is null
          or concat_ws(' ', c.name, c.mail_domain, b.title, p.name) ilike ${search ? containing(search) : null})
        and (${state ?? null}::text is null or (c.ends_at is not null and c.ends_at <= ${now}) = ${state === 'ended'}))
      select * from listed order by ${ORDERS[sort]}, id limit ${limit} offset ${offset}`,
  );

tellConstraints({
  promo_codes_name: 'promo_code_taken',
  promo_codes_book_id_fkey: 'invalid',
  promo_codes_package_id_fkey: 'invalid',
});

/** The range of prices that a code applies to: one item, or everything. Null if nothing has a price. */
export const findPriceRange = (
  tx: Tx,
  { bookId, packageId }: { bookId: string | null; packageId: string | null },
): Promise<{ lowest: number | null; highest: number | null }> =>
  one(
    tx,
    sql<{ lowest: number | null; highest: number | null }>`
      select min(price_cents)::int as lowest, max(price_cents)::int as highest
      from (select id, price_cents from books where published_at is not null
        union all select id, price_cents from packages where published_at is not null) i
      where price_cents > 0
        ${bookId || packageId ? sql`and id = any(${[bookId, packageId].filter((id) => id !== null)}::uuid[])` : sql``}`,
  );

export const insertPromoCode = (
  tx: Tx,
  code: Omit<PromoRow, 'item' | 'plannedEndsAt' | 'uses' | 'paidCents' | 'count'> & {
    bookId: string | null;
    packageId: string | null;
    at: Date;
  },
): Promise<number> =>
  affected(
    tx,
    sql`insert into promo_codes (id, name, kind, value, book_id, package_id, starts_at, ends_at, max_uses,
        max_uses_per_person, mail_domain, recurs, created_at)
      values (${code.id}, ${code.name}, ${code.kind}, ${code.value}, ${code.bookId}, ${code.packageId},
        ${code.startsAt}, ${code.endsAt}, ${code.maxUses}, ${code.maxUsesPerPerson}, ${code.mailDomain},
        ${code.recurs}, ${code.at})`,
  );

export const endPromoCode = (tx: Tx, id: string, at: Date): Promise<{ name: string } | null> =>
  maybeOne(
    tx,
    sql<Pick<PromoCodesTable, 'name'>>`update promo_codes set
        planned_ends_at = case when ends_at > ${at} then ends_at else planned_ends_at end,
        ends_at = least(coalesce(ends_at, ${at}), ${at})
      where id = ${id} returning name`,
  );

/** Reopens an ended code only: a running code's end is part of its terms. */
export const reopenPromoCode = (
  tx: Tx,
  id: string,
  endsAt: Date | null,
  now: Date,
): Promise<{ name: string } | null> =>
  maybeOne(
    tx,
    sql<Pick<PromoCodesTable, 'name'>>`update promo_codes set ends_at = ${endsAt}, planned_ends_at = null
      where id = ${id} and ends_at <= ${now} returning name`,
  );

export const hasPromoCode = async (db: Db, id: string): Promise<boolean> =>
  (await maybeOne(db, sql<Pick<PromoCodesTable, 'id'>>`select id from promo_codes where id = ${id}`)) !==
  null;

export interface PromoUseRow extends Pick<PromoRedemptionsTable, 'id'>, Pick<UsersTable, 'email'> {
  readonly at: PromoRedemptionsTable['redeemedAt'];
  readonly userId: UsersTable['id'];
  readonly userName: string;
  readonly title: string | null;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly count: number;
}
export const listPromoUses = (
  db: Db,
  id: string,
  now: Date,
  page: { limit: number; offset: number },
): Promise<PromoUseRow[]> =>
  many(
    db,
    sql<PromoUseRow>`
      select r.id, r.redeemed_at as at, u.id as "userId", trim(u.first_name || ' ' || u.second_name) as "userName",
        u.email, coalesce(${titleWithEdition}, k.name) as title,
        case when o.state = 'paid' then o.amount_cents else 0 end as "paidCents",
        ${refundedCents} as "refundedCents", (count(*) over ())::int as count
      from promo_redemptions r
      join users u on u.id = r.user_id
      left join orders o on o.id = r.order_id
      left join subscriptions s on s.id = r.subscription_id
      left join books b on b.id = coalesce(o.book_id, s.book_id)
      left join packages k on k.id = coalesce(o.package_id, s.package_id)
      where r.promo_code_id = ${id} and ${countsAsUse(now)}
      order by r.redeemed_at desc, r.id limit ${page.limit} offset ${page.offset}`,
  );

import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';

export interface SalesLine {
  readonly name: string | null;
  /** Of a book or package; null of any other group. */
  readonly itemId: string | null;
  readonly edition: string | null;
  readonly payments: number;
  readonly grossCents: number;
  readonly refundedCents: number;
}
export type SalesGroup = 'day' | 'month' | 'item' | 'code';
const notAnItem = (name: RawBuilder<unknown>) =>
  sql`${name} as name, null::uuid as "itemId", null as edition`;
/** Titles are not unique: two editions of a book, or two books, may have the same one. */
const GROUPS: Readonly<Record<SalesGroup, RawBuilder<unknown>>> = {
  day: notAnItem(sql`to_char(m.at at time zone 'UTC', 'YYYY-MM-DD')`),
  month: notAnItem(sql`to_char(m.at at time zone 'UTC', 'YYYY-MM')`),
  item: sql`coalesce(b.title, k.name) as name, coalesce(b.id, k.id) as "itemId", b.edition`,
  code: notAnItem(sql`c.name`),
};

/**
 * Payments and refunds in a span of days (UTC), grouped. Each counts on the day on which it was recorded, so that
 * past days never change.
 */
export const listSales = (db: Db, by: SalesGroup, from: Date, until: Date): Promise<SalesLine[]> =>
  many(
    db,
    sql<SalesLine>`
      with movements as (
        select id as payment_id, settled_at as at, 1 as payments, amount_cents as gross, 0 as refunded
        from payments where state = 'approved' and settled_at >= ${from} and settled_at < ${until}
        union all
        select payment_id, settled_at, 0, 0, amount_cents
        from refunds where state = 'done' and settled_at >= ${from} and settled_at < ${until}
      )
      select ${GROUPS[by]}, sum(m.payments)::int as payments, sum(m.gross)::int as "grossCents",
        sum(m.refunded)::int as "refundedCents"
      from movements m
      join payments p on p.id = m.payment_id
      left join orders o on o.id = p.order_id
      left join subscriptions s on s.id = p.subscription_id
      left join books b on b.id = coalesce(o.book_id, s.book_id)
      left join packages k on k.id = coalesce(o.package_id, s.package_id)
      left join promo_codes c on c.id = o.promo_code_id
      group by 1, 2, 3 order by ${by === 'day' || by === 'month' ? sql`1` : sql`5 desc, 1, 3, 2`}`,
  );

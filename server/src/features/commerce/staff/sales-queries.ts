import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';

export interface SalesLine {
  readonly name: string | null;
  readonly payments: number;
  readonly grossCents: number;
  readonly refundedCents: number;
}
const GROUPS: Readonly<Record<'month' | 'item' | 'code', RawBuilder<unknown>>> = {
  month: sql`to_char(p.settled_at at time zone 'UTC', 'YYYY-MM')`,
  item: sql`coalesce(b.title, k.name)`,
  code: sql`c.name`,
};

/** Approved payments of a span of days (UTC), grouped. */
export const listSales = (db: Db, by: keyof typeof GROUPS, from: Date, until: Date): Promise<SalesLine[]> =>
  many(
    db,
    sql<SalesLine>`
      select ${GROUPS[by]} as name, count(*) as payments, sum(p.amount_cents)::int as "grossCents",
        sum(p.refunded_cents)::int as "refundedCents"
      from payments p
      left join orders o on o.id = p.order_id
      left join subscriptions s on s.id = p.subscription_id
      left join books b on b.id = coalesce(o.book_id, s.book_id)
      left join packages k on k.id = coalesce(o.package_id, s.package_id)
      left join promo_codes c on c.id = o.promo_code_id
      where p.state = 'approved' and p.settled_at >= ${from} and p.settled_at < ${until}
      group by 1 order by ${by === 'month' ? sql`1` : sql`3 desc, 1`}`,
  );

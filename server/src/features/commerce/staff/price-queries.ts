import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { newerEdition } from '../in-shop.ts';

export interface PriceRow {
  readonly id: string;
  readonly kind: 'book' | 'package';
  readonly title: string;
  /** Null for a package. */
  readonly edition: string | null;
  readonly priceCents: number;
  readonly isReplaced: boolean;
  readonly subscribers: number;
  readonly plans: { plan_id: string; yearly: number; first_year: number | null }[];
  readonly count: number;
}
export const listPrices = (db: Db, now: Date, page: { limit: number; offset: number }): Promise<PriceRow[]> =>
  many(
    db,
    sql<PriceRow>`
      select i.id, i.kind, i.title, i.edition, i.price_cents as "priceCents", i.is_replaced as "isReplaced", count(*) over () as count,
        (select count(*) from subscriptions s where s.ends_at > ${now}
          and (s.book_id = i.id or s.package_id = i.id)) as subscribers,
        coalesce((select jsonb_agg(jsonb_build_object('plan_id', p.plan_id, 'yearly', p.yearly_cents / 100.0,
            'first_year', p.first_year_cents / 100.0) order by p.created_at desc)
          from paypal_plans p where p.book_id = i.id or p.package_id = i.id), '[]') as plans
      from (select b.id, 'book' as kind, b.title, b.edition, b.price_cents, exists (select from ${newerEdition(now)}) as is_replaced
          from books b where b.published_at is not null
        union all select id, 'package', name, null, price_cents, false from packages where published_at is not null) i
      order by i.kind desc, i.title, i.edition, i.id limit ${page.limit} offset ${page.offset}`,
  );

/** The price in cents, and its table; locked until the transaction ends. */
export async function lockPrice(
  tx: Tx,
  id: string,
): Promise<{ readonly table: 'books' | 'packages'; readonly cents: number } | null> {
  for (const table of ['books', 'packages'] as const) {
    const row = await maybeOne(
      tx,
      sql<{
        cents: number;
      }>`select price_cents as cents from ${sql.table(table)} where id = ${id} for update`,
    );
    if (row) return { table, ...row };
  }
  return null;
}

export const updatePrice = (
  tx: Tx,
  price: { table: 'books' | 'packages'; id: string; cents: number; actorId: string; now: Date },
): Promise<number> =>
  affected(
    tx,
    sql`update ${sql.table(price.table)} set price_cents = ${price.cents}, price_set_at = ${price.now},
      price_set_in = 'administration', price_set_by = ${price.actorId} where id = ${price.id}`,
  );

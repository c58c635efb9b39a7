import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../../platform/database/database.ts';
import type { BooksTable } from '../../../schema/tables.ts';

/** What something costs in the shop, and whether staff set it: then no import changes it. */
export interface ShopPrice {
  readonly cents: BooksTable['priceCents'];
  readonly isSetByStaff: boolean;
}

export const findBookPrice = (
  db: Db,
  { slug, edition }: { slug: string; edition: string },
): Promise<ShopPrice | null> =>
  maybeOne(
    db,
    sql<ShopPrice>`select price_cents as cents, price_set_at is not null as "isSetByStaff"
      from books where slug = ${slug} and edition = ${edition}`,
  );

export const listPackagePrices = async (
  db: Db,
  slugs: readonly string[],
): Promise<Map<string, ShopPrice & { id: string }>> => {
  const rows = await many(
    db,
    sql<ShopPrice & { id: string; slug: string }>`
      select id, slug, price_cents as cents, price_set_at is not null as "isSetByStaff"
      from packages where slug = any(${slugs})`,
  );
  return new Map(rows.map(({ slug, ...price }) => [slug, price]));
};

import { sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import type { BooksTable } from '../../../schema/tables.ts';

/** A price in the shop. `setIn`: where a user set it; null while it comes from a folder. */
export interface ShopPrice {
  readonly cents: BooksTable['priceCents'];
  readonly setIn: 'administration' | 'desk' | null;
  readonly setBy: BooksTable['priceSetBy'];
  readonly setAt: BooksTable['priceSetAt'];
}
const columns = sql`price_cents as cents, price_set_in as "setIn", price_set_by as "setBy", price_set_at as "setAt"`;

export const findBookPrice = (
  db: Db,
  { slug, edition }: { slug: string; edition: string },
): Promise<ShopPrice | null> =>
  maybeOne(db, sql<ShopPrice>`select ${columns} from books where slug = ${slug} and edition = ${edition}`);

/** The highest price of a book's editions in the shop, in cents; 0: it is free, or not published. */
export const findHighestPrice = async (db: Db, slug: string): Promise<BooksTable['priceCents']> =>
  (
    await one(
      db,
      sql<{ cents: number }>`select coalesce(max(price_cents), 0) as cents from books
        where slug = ${slug} and preview_of is null`,
    )
  ).cents;

/** Whether the book of a work, or another edition of it, costs something in the shop. */
export const isPaid = async (db: Db, workId: string, slug: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from books where price_cents > 0 and preview_of is null and (id = ${workId} or slug = ${slug}) limit 1`,
  )) !== null;

type PackagePrices = Map<string, ShopPrice & { id: string }>;

export const listPackagePrices = async (db: Db, slugs: readonly string[]): Promise<PackagePrices> => {
  const rows = await many(
    db,
    sql<ShopPrice & { id: string; slug: string }>`
      select id, slug, ${columns} from packages where slug = any(${[...slugs]})`,
  );
  return new Map(rows.map(({ slug, ...price }) => [slug, price]));
};

/** The same, locked until the transaction ends, because the administration may be setting a price. */
export const lockPackagePrices = async (tx: Tx, slugs: readonly string[]): Promise<PackagePrices> => {
  await sql`select from packages where slug = any(${[...slugs]}) order by slug for update`.execute(tx);
  return listPackagePrices(tx, slugs);
};

/** The user who last changed each field in the working copy, up to a version; imports have no user. */
export const listFieldSetters = async (
  db: Db,
  workId: string,
  version: number,
): Promise<Map<string, string | null>> => {
  const rows = await many(
    db,
    sql<{ field: string; userId: string | null }>`
      select distinct on (operation -> 'path' ->> 0) operation -> 'path' ->> 0 as field, user_id as "userId"
      from work_operations where work_id = ${workId} and version <= ${version}
        and operation -> 'path' ->> 0 in ('price', 'packages')
      order by operation -> 'path' ->> 0, version desc`,
  );
  return new Map(rows.map(({ field, userId }) => [field, userId]));
};

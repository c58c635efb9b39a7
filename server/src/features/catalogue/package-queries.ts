import { sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import type { Slice } from '../../platform/lists.ts';
import type { PackagesTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { inShop, isBundleSold } from '../commerce/in-shop.ts';
import { type CardRow, cardColumns } from './book-rows.ts';

export interface PackageRow
  extends Pick<PackagesTable, 'id' | 'name' | 'description' | 'priceCents' | 'imageKey'> {
  readonly items: readonly CardRow[];
}

const items = (
  now: Date,
) => sql`(select coalesce(jsonb_agg(to_jsonb(item) order by item.position), '[]'::jsonb)
  from (select ${cardColumns}, pb.position from package_books pb
    join books b on b.id = pb.book_id join categories c on c.id = b.category_id
    where pb.package_id = p.id and ${inShop(now)}) item)`;
const packageColumns = (now: Date) => sql`p.id, p.name, p.description, p.price_cents as "priceCents",
  p.image_key as "imageKey", ${items(now)} as items`;
const offered = (now: Date) => sql`p.published_at is not null and p.published_at <= ${now}
  and ${isBundleSold(sql`p.id`, now)}`;

export async function listPackages(
  db: Db,
  slice: Slice,
  now: Date,
): Promise<{ rows: PackageRow[]; count: number }> {
  const counted = sql<{ count: number }>`select count(*) as count from packages p where ${offered(now)}`;
  const rows = await many(
    db,
    sql<PackageRow & { count: number }>`select ${packageColumns(now)}, (${counted}) as count
      from packages p where ${offered(now)} order by p.created_at desc, p.id
      limit ${slice.limit} offset ${slice.offset}`,
  );
  const count = rows[0]?.count ?? (slice.offset === 0 ? 0 : (await one(db, counted)).count);
  return { rows, count };
}

export const findPackage = (db: Db, packageId: string, now: Date): Promise<PackageRow[]> =>
  many(
    db,
    sql<PackageRow>`select ${packageColumns(now)} from packages p where p.id = ${packageId} and ${offered(now)}`,
  );

/** The packages with a running subscription of this user. */
export const listOwnPackages = async (db: Db, actor: Actor, now: Date): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ id: string }>`select s.package_id as id from subscriptions s
        where s.user_id = ${actor.userId} and s.package_id is not null and s.ends_at > ${now}`,
    )
  ).map(({ id }) => id);

/** The ids of all sold packages, for search engines. */
export const listPackageIds = async (db: Db, now: Date): Promise<string[]> =>
  (
    await many(
      db,
      sql<Pick<PackagesTable, 'id'>>`select p.id from packages p where ${offered(now)} order by p.id`,
    )
  ).map(({ id }) => id);

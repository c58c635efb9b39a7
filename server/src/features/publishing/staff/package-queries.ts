import type { ListedBook } from '@vesalius/contract/publishing-admin';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { contains, plainTerm } from '../../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../../platform/database/terms.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { PackagesTable } from '../../../schema/tables.ts';
import { inShop, isBundleSold } from '../../commerce/in-shop.ts';
import { removePackageBooks } from '../store/package-book-queries.ts';
import { listedBook } from './listed-book-queries.ts';

export interface CataloguePackageRow
  extends Pick<PackagesTable, 'id' | 'slug' | 'name' | 'description' | 'priceCents' | 'imageKey'> {
  readonly isPublished: boolean;
  readonly changedAt: Date | null;
  readonly bookCount: number;
  /** The number of its books that are in the shop. */
  readonly soldBookCount: number;
  readonly soldBooksCents: number;
  readonly isSold: boolean;
  readonly subscribers: number;
}

/** For a query with `packages` as `p`. */
const soldBooks = (now: Date) => sql`from package_books pb join books b on b.id = pb.book_id
  where pb.package_id = p.id and ${inShop(now)}`;
const columns = (now: Date): RawBuilder<CataloguePackageRow> => sql`p.id, p.slug, p.name, p.description,
  p.price_cents as "priceCents", p.image_key as "imageKey",
  p.published_at is not null and p.published_at <= ${now} as "isPublished",
  greatest(p.details_set_at, p.books_set_at) as "changedAt",
  (select count(*) from package_books pb where pb.package_id = p.id) as "bookCount",
  (select count(*) ${soldBooks(now)}) as "soldBookCount",
  (select coalesce(sum(b.price_cents), 0)::int ${soldBooks(now)}) as "soldBooksCents",
  p.published_at <= ${now} and ${isBundleSold(sql`p.id`, now)} as "isSold",
  (select count(*) from subscriptions s where s.package_id = p.id and s.ends_at > ${now}) as subscribers`;

export async function listPackages(
  db: Db,
  { search, now, limit, offset }: Slice & { search: string | undefined; now: Date },
): Promise<(CataloguePackageRow & { count: number })[]> {
  const name = sql`plain_text(p.name)`;
  const where = search ? sql`where ${contains(name, await plainTerm(db, search))}` : sql``;
  return many(
    db,
    sql<CataloguePackageRow & { count: number }>`${PLANNED_FOR_ITS_TERM}
      select ${columns(now)}, (select count(*) from packages p ${where})::int as count from packages p ${where}
      order by ${name} using ~<~, p.id limit ${limit} offset ${offset}`,
  );
}

export const findPackage = (db: Db, id: string, now: Date): Promise<CataloguePackageRow | null> =>
  maybeOne(db, sql<CataloguePackageRow>`select ${columns(now)} from packages p where p.id = ${id}`);

/** Locks the package until the transaction ends: its row and its books change together. */
export const lockPackage = async (tx: Tx, id: string, now: Date): Promise<CataloguePackageRow | null> => {
  await sql`select 1 from packages where id = ${id} for update`.execute(tx);
  return findPackage(tx, id, now);
};

export const listPackageBooks = (db: Db, id: string, now: Date): Promise<ListedBook[]> =>
  many(
    db,
    sql<ListedBook>`select ${listedBook(now)} from package_books pb join books b on b.id = pb.book_id
      where pb.package_id = ${id} order by pb.position, b.id`,
  );

export interface PackageDetails {
  readonly name: string;
  readonly description: string;
  readonly imageKey: string | null;
}

/** The number of inserted rows: 0 if the slug is taken. */
export const insertPackage = (
  tx: Tx,
  {
    id,
    slug,
    priceCents,
    actorId,
    ...details
  }: PackageDetails & {
    id: string;
    slug: string;
    priceCents: number;
    actorId: string;
  },
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`insert into packages (id, slug, name, description, price_cents, image_key, price_set_at, price_set_in,
        price_set_by, details_set_at, created_at)
      values (${id}, ${slug}, ${details.name}, ${details.description}, ${priceCents}, ${details.imageKey},
        ${now}, 'administration', ${actorId}, ${now}, ${now})
      on conflict (slug) do nothing`,
  );

export const updatePackageDetails = (
  tx: Tx,
  id: string,
  { name, description, imageKey }: PackageDetails,
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`update packages set name = ${name}, description = ${description}, image_key = ${imageKey},
      details_set_at = ${now} where id = ${id}`,
  );

/** Stores the books in this order. Subscribers keep books that leave. */
export async function replacePackageBooks(
  tx: Tx,
  id: string,
  bookIds: readonly string[],
  now: Date,
): Promise<void> {
  const ids = sql`${[...bookIds]}::uuid[]`;
  await removePackageBooks(tx, sql`package_id = ${id} and not book_id = any(${ids})`, now);
  await sql`
    insert into package_books (package_id, book_id, position)
    select ${id}::uuid, book_id, place - 1 from unnest(${ids}) with ordinality as chosen (book_id, place)
    on conflict (package_id, book_id) do update set position = excluded.position`.execute(tx);
  await sql`delete from package_left_books where package_id = ${id} and book_id = any(${ids})`.execute(tx);
  await sql`update packages set books_set_at = ${now} where id = ${id}`.execute(tx);
}

export const setPackagePublished = (tx: Tx, id: string, publishedAt: Date | null): Promise<number> =>
  affected(tx, sql`update packages set published_at = ${publishedAt} where id = ${id}`);

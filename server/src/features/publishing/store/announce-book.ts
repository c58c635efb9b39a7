import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { commerceJobs } from '../../commerce/jobs.ts';
import { deleteMemberships, upsertPackage, upsertProgram } from './book-queries.ts';
import type { PriceOf } from './price-publisher.ts';
import { lockPackagePrices, type ShopPrice } from './price-queries.ts';
import { listNamedMemberships } from './release-queries.ts';
import type { PreparedBook, StoreOptions } from './store-book.ts';

/** Tells the shop, its people and the audit log about a publication. */
export async function announce(
  tx: Tx,
  book: PreparedBook,
  {
    actorId = null,
    restoredFrom,
    published,
    price,
    priceOf,
    keepsShop,
  }: StoreOptions & { published: ShopPrice | null; price: ShopPrice; priceOf: PriceOf; keepsShop: boolean },
  now: Date,
): Promise<void> {
  const { bookId, revision, pages } = book;
  const record: AuditOf = { actorId, source: actorId ? 'release' : 'import' };
  await recordPriceChange(tx, record, bookId, published, price, now);
  // A bundle may now cost more than its books, or not any more.
  if (published !== null && published.cents !== price.cents)
    await enqueue(tx, commerceJobs.followShop({ book_id: bookId }));
  await recordAudit(
    tx,
    {
      actorId,
      action: restoredFrom ? 'book.restore' : 'book.publish',
      subjectType: 'book',
      subjectId: bookId,
      detail: { revision, pages: pages.length, ...(restoredFrom ? { from: restoredFrom } : {}) },
    },
    now,
  );
  if (!keepsShop) await storeMemberships(tx, book, { record, priceOf }, now);
}

/** Who changes a price, and how. */
interface AuditOf {
  readonly actorId: string | null;
  readonly source: 'release' | 'import';
}

async function storeMemberships(
  tx: Tx,
  { bookId, manifest, pictures }: PreparedBook,
  { record, priceOf }: { record: AuditOf; priceOf: PriceOf },
  now: Date,
) {
  const named = await listNamedMemberships(tx, bookId);
  const gone = (field: 'packages' | 'programs') => {
    const still = new Set(manifest[field].map(({ slug }) => slug));
    return named.flatMap((each) => each[field]).filter((slug) => !still.has(slug));
  };
  await deleteMemberships(tx, bookId, { packages: gone('packages'), programs: gone('programs') }, now);
  const prices = await lockPackagePrices(
    tx,
    manifest.packages.map(({ slug }) => slug),
  );
  for (const [index, entry] of manifest.packages.entries()) {
    const before = prices.get(entry.slug);
    const price = entry.price === undefined ? null : priceOf('packages', before ?? null, entry.price);
    const imageKey = pictures.packages[index] ?? null;
    await upsertPackage(tx, bookId, entry, { imageKey, price }, now);
    if (before && price) await recordPriceChange(tx, record, before.id, before, price, now);
  }
  for (const [index, entry] of manifest.programs.entries()) {
    await upsertProgram(tx, bookId, entry, pictures.programs[index] ?? null, now);
  }
}

/** The audit log contains every change of a price; this one was made by a release and not in the administration. */
async function recordPriceChange(
  tx: Tx,
  { actorId, source }: AuditOf,
  id: string,
  before: ShopPrice | null,
  after: ShopPrice,
  now: Date,
): Promise<void> {
  if (before === null || before.cents === after.cents) return;
  await recordAudit(
    tx,
    {
      actorId,
      action: 'price.change',
      subjectType: 'item',
      subjectId: id,
      detail: { before: before.cents / 100, after: after.cents / 100, source },
    },
    now,
  );
}

import type { AuditAction } from '@vesalius/contract/audit-actions';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import {
  type CataloguePackage,
  type ListedBook,
  MIN_PACKAGE_BOOKS,
  type NewPackageBody,
  type PackageBody,
} from '@vesalius/contract/publishing-admin';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { publicUrl } from '../../catalogue/book-card.ts';
import { commerceJobs, STAFF_LETTER_DELAY_MS } from '../../commerce/jobs.ts';
import { listBooksById } from './listed-book-queries.ts';
import { leavePicture, pictureKeyOf } from './listing-picture.ts';
import {
  type CataloguePackageRow,
  findPackage,
  insertPackage,
  listPackageBooks,
  listPackages,
  lockPackage,
  replacePackageBooks,
  setPackagePublished,
  updatePackageDetails,
} from './package-queries.ts';

type Part = Pick<Deps, 'db' | 'clock' | 'storage'>;

const presentRow = (row: CataloguePackageRow) => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  price: row.priceCents / 100,
  is_published: row.isPublished,
  book_count: row.bookCount,
  sold_book_count: row.soldBookCount,
  sold_books_price: row.soldBooksCents / 100,
  is_sold: row.isSold === true,
  subscribers: row.subscribers,
});

/** One page of packages, each row with the total number found. */
export const listCataloguePackages = async (
  db: Db,
  asked: Slice & { search: string | undefined; now: Date },
) => (await listPackages(db, asked)).map((row) => ({ ...presentRow(row), count: row.count }));

export async function getCataloguePackage(db: Db, id: string, now: Date): Promise<CataloguePackage> {
  const row = await findPackage(db, id, now);
  demand(row, 'not_found');
  return {
    ...presentRow(row),
    description: row.description,
    image_url: row.imageKey && publicUrl(row.imageKey),
    books: await listPackageBooks(db, id, now),
    changed_at: row.changedAt?.toISOString() ?? null,
  };
}

/** Creates a package that is not in the shop yet. Throws `slug_taken`. */
export async function createPackage(
  { db, clock, storage }: Part,
  actor: Actor,
  body: NewPackageBody,
): Promise<string> {
  const now = clock.now();
  const imageKey = await pictureKeyOf(storage, body.image_url, null);
  return inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandSoldBooks(tx, body.book_ids, [], now);
    const { slug, name, description } = body;
    const id = newId();
    const made = await insertPackage(
      tx,
      {
        id,
        slug,
        name,
        description,
        imageKey,
        priceCents: Math.round(body.price * 100),
        actorId: actor.userId,
      },
      now,
    );
    demand(made === 1, 'slug_taken', { slug: VALUE_MESSAGES.slugTaken });
    await replacePackageBooks(tx, id, body.book_ids, now);
    await audit(tx, actor, 'package.create', id, { after: { ...recorded(body), price: body.price } }, now);
    return id;
  });
}

/**
 * Replaces name, description, picture and books; only changed values count as set by staff. Throws `edited_meanwhile`
 * if the package differs from what the editor saw.
 */
export async function updatePackage(
  { db, clock, storage }: Part,
  actor: Actor,
  id: string,
  { changed_at: changedAt, ...body }: PackageBody & { changed_at: string | null },
): Promise<void> {
  const now = clock.now();
  const shown = await findPackage(db, id, now);
  demand(shown, 'not_found');
  const imageKey = await pictureKeyOf(storage, body.image_url, shown.imageKey);
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const row = await lockPackage(tx, id, now);
    demand(row, 'not_found');
    demandSame(row.changedAt, changedAt);
    const books = await listPackageBooks(tx, id, now);
    const before = recorded({
      name: row.name,
      description: row.description,
      image_url: row.imageKey && publicUrl(row.imageKey),
      book_ids: books.map((book) => book.id),
    });
    const after = recorded({ ...body, image_url: imageKey && publicUrl(imageKey) });
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const { book_ids: booksBefore, ...detailsBefore } = before;
    const { book_ids: bookIds, ...details } = after;
    if (JSON.stringify(detailsBefore) !== JSON.stringify(details)) {
      await updatePackageDetails(tx, id, { name: body.name, description: body.description, imageKey }, now);
      if (imageKey !== row.imageKey) await leavePicture(tx, row.imageKey, now);
    }
    if (JSON.stringify(booksBefore) !== JSON.stringify(bookIds)) {
      const chosen = await demandSoldBooks(tx, bookIds, books, now);
      if (row.isPublished) demandEnough(chosen);
      await replacePackageBooks(tx, id, bookIds, now);
      await followBundle(tx, id, now);
    }
    await audit(tx, actor, 'package.update', id, { before, after }, now);
  });
}

/** Offers the package in the shop, or stops offering it. Idempotent. */
export async function offerPackage(
  { db, clock }: Part,
  actor: Actor,
  { id, isOffered }: { id: string; isOffered: boolean },
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    const row = await lockPackage(tx, id, now);
    demand(row, 'not_found');
    if (row.isPublished === isOffered) return;
    if (isOffered) demandEnough(await listPackageBooks(tx, id, now));
    await setPackagePublished(tx, id, isOffered ? now : null);
    await followBundle(tx, id, now);
    await audit(tx, actor, isOffered ? 'package.publish' : 'package.withdraw', id, {}, now);
  });
}

/** Pauses the renewals of a package that is not offered. An immediate change back sends no letters. */
const followBundle = (tx: Tx, id: string, now: Date) =>
  enqueue(
    tx,
    commerceJobs.followShop({ package_id: id }, { runAt: new Date(now.getTime() + STAFF_LETTER_DELAY_MS) }),
  );

/** Asserts that nothing changed since the editor loaded it. */
export const demandSame = (changedAt: Date | null, seen: string | null): void =>
  demand((changedAt?.getTime() ?? null) === (seen === null ? null : Date.parse(seen)), 'edited_meanwhile');

/** Asserts that every id is a book, and that each new one is sold. A book that has left the shop since may stay. */
async function demandSoldBooks(
  tx: Tx,
  ids: readonly string[],
  before: readonly ListedBook[],
  now: Date,
): Promise<ListedBook[]> {
  const books = await listBooksById(tx, ids, now);
  demand(books.length === ids.length, 'invalid', { book_ids: VALUE_MESSAGES.noSuchBook });
  const isNew = ({ id }: ListedBook) => before.every((book) => book.id !== id);
  const hidden = books.some((book) => isNew(book) && ['withdrawn', 'replaced', 'draft'].includes(book.state));
  demand(!hidden, 'invalid', { book_ids: VALUE_MESSAGES.bookNotSold });
  return books;
}

const demandEnough = (books: readonly ListedBook[]): void =>
  demand(
    books.filter(({ state }) => state === 'published').length >= MIN_PACKAGE_BOOKS,
    'package_incomplete',
    {
      book_ids: VALUE_MESSAGES.packageBooks,
    },
  );

/** The recorded fields in a fixed order, so that every difference in the audit log is a change. */
const recorded = ({ name, description, image_url, book_ids }: PackageBody) => ({
  name,
  description,
  image_url,
  book_ids,
});

const audit = (tx: Tx, actor: Actor, action: AuditAction, id: string, detail: object, now: Date) =>
  recordAudit(
    tx,
    { actorId: actor.userId, action, subjectType: 'package', subjectId: id, detail: { ...detail } },
    now,
  );

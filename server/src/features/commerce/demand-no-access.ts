import type { BookHold, HeldBook } from '@vesalius/contract/catalogue-parts';
import type { Db } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { findItemFace } from './queries.ts';
import type { Wanted } from './quote.ts';

/** Those of the books that the user can read already: the catalogue, which imports this feature, provides it. */
export type ListHeldBooks = (
  db: Db,
  actor: Actor,
  asked: {
    readonly books: readonly { readonly id: string; readonly title: string }[];
    /** A subscription to this package does not count. */
    readonly exceptPackageId: string | null;
  },
  now: Date,
) => Promise<HeldBook[]>;

/** Purchases and their extension have rules of their own: see `placeOrder`. */
const IS_BOUGHT: ReadonlySet<BookHold['by']> = new Set(['subscription', 'package']);

/**
 * Refuses a purchase of what the buyer can read completely by other means, as by a program or an institution, unless
 * the buyer was shown that.
 */
export async function demandNoAccess(
  { db, listHeldBooks }: { db: Db; listHeldBooks: ListHeldBooks },
  actor: Actor,
  wanted: Wanted & { despite_access?: boolean | undefined },
  now: Date,
): Promise<void> {
  if (wanted.despite_access) return;
  const item = { bookId: wanted.book_id ?? null, packageId: wanted.package_id ?? null };
  const books = (await findItemFace(db, item))?.books ?? [];
  const held = await listHeldBooks(db, actor, { books, exceptPackageId: item.packageId }, now);
  const isReadable =
    held.length > 0 && held.length === books.length && held.some(({ hold }) => !IS_BOUGHT.has(hold.by));
  demand(!isReadable, 'already_readable');
}

import type { PreviewReader } from '@vesalius/contract/studio-limits';
import type { Db } from '../../platform/database/database.ts';
import { ProductError } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { type AccessRow, listAccess, listReachableBooks } from './access-queries.ts';

/** Why somebody may read a book, strongest reason first. */
export type AccessReason =
  | 'subscription'
  | 'package'
  | 'program'
  | 'institution'
  | 'beta'
  | 'assigned'
  | 'director'
  | 'staff';

export interface BookAccess {
  readonly bookId: string;
  /** All of the book, or only the preview. */
  readonly granted: boolean;
  readonly reasons: readonly AccessReason[];
  /** A running subscription: own, by package or by program. Institution and beta are flags of the person. */
  readonly isSubscribed: boolean;
  /** Customers record progress and submit; everybody else only reads. */
  readonly records: boolean;
}

/**
 * The one policy: may this person read this book beyond its preview? decisions.md, part 2. Every content call asks
 * here; screens get the answer with the data and never work it out themselves.
 */
export function decideAccess(actor: Actor | null, row: AccessRow): BookAccess {
  const reasons = reasonsOf(actor, row);
  // Those who made the book may open an edition that its readers cannot open any more.
  const isKeeper = reasons.includes('assigned') || reasons.includes('staff');
  const granted = reasons.length > 0 && (!row.retired || isKeeper);
  return {
    bookId: row.bookId,
    granted,
    reasons,
    isSubscribed: SUBSCRIBED.some((reason) => reasons.includes(reason)),
    records: actor?.role === 'customer' && !actor.preview && granted,
  };
}

const SUBSCRIBED: readonly AccessReason[] = ['subscription', 'package', 'program'];

/** Of whoever looks at the preview of a work. */
const PREVIEW_REASONS: Readonly<Record<PreviewReader, AccessReason[]>> = {
  visitor: [],
  subscriber: ['subscription'],
  student: ['program'],
};

/**
 * Seats, programs, roles, assignments and grants are given to an address. Whoever registered it without owning it must
 * not use them, so that nothing opens before the address is verified; then everything does.
 */
function reasonsOf(actor: Actor | null, row: AccessRow): AccessReason[] {
  if (!actor?.emailVerified) return [];
  if (actor.preview) return row.assigned ? PREVIEW_REASONS[actor.preview.as] : [];
  const reasons: AccessReason[] = [];
  if (row.subscribed) reasons.push('subscription');
  if (row.inPackage) reasons.push('package');
  if (row.inProgram) reasons.push('program');
  if (row.inInstitution) reasons.push('institution');
  if (actor.role === 'customer' && actor.isBeta) reasons.push('beta');
  if (row.assigned) reasons.push('assigned');
  if (row.directs) reasons.push('director');
  if (actor.role === 'staff') reasons.push('staff');
  return reasons;
}

/**
 * In the order of `bookIds`; ids of books that do not exist are left out, as are withdrawn ones that the person may not
 * read. One statement for all of them.
 */
export async function accessToBooks(
  db: Db,
  actor: Actor | null,
  bookIds: readonly string[],
  now: Date,
): Promise<Map<string, BookAccess>> {
  const rows = await listAccess(db, actor, bookIds, now);
  const decided = rows.map((row) => ({ row, access: decideAccess(actor, row) }));
  const existing = decided.filter(({ row, access }) => access.granted || !row.withdrawn);
  return new Map(existing.map(({ row, access }) => [row.bookId, access]));
}

/** Throws `not_found` for a book that does not exist or is not published to this person. */
export async function accessToBook(
  db: Db,
  actor: Actor | null,
  bookId: string,
  now: Date,
): Promise<BookAccess> {
  const access = (await accessToBooks(db, actor, [bookId], now)).get(bookId);
  if (!access) throw new ProductError('not_found');
  return access;
}

/** What a search across books may show beyond the previews: the ids of the books, or every one. */
export async function readableBooks(db: Db, actor: Actor | null, now: Date): Promise<'all' | string[]> {
  if (!actor?.emailVerified) return [];
  if (actor.role === 'staff' || (actor.role === 'customer' && actor.isBeta)) return 'all';
  const rows = await listReachableBooks(db, actor, now);
  return rows.filter((row) => decideAccess(actor, row).granted).map((row) => row.bookId);
}

/** The guard of every content call: throws `not_subscribed` unless the whole book may be read. */
export async function demandAccess(
  db: Db,
  actor: Actor | null,
  bookId: string,
  now: Date,
): Promise<BookAccess> {
  const access = await accessToBook(db, actor, bookId, now);
  if (!access.granted) throw new ProductError('not_subscribed');
  return access;
}

/** The guard of what the answers of a book's readers tell: throws `not_allowed` unless one of the reasons holds. */
export async function demandReason(
  db: Db,
  actor: Actor,
  { bookId, reasons }: { bookId: string; reasons: readonly AccessReason[] },
  now: Date,
): Promise<void> {
  const access = await demandAccess(db, actor, bookId, now);
  if (!access.reasons.some((reason) => reasons.includes(reason))) throw new ProductError('not_allowed');
}

import type { ACCESS_REASONS } from '@vesalius/contract/catalogue-parts';
import type { PreviewReader } from '@vesalius/contract/studio-limits';
import type { Db } from '../../platform/database/database.ts';
import { ProductError } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { type AccessRow, listAccess, listReachableBooks } from './access-queries.ts';

export type AccessReason = (typeof ACCESS_REASONS)[number];

export interface BookAccess {
  readonly bookId: string;
  /** The complete book, or only the preview. */
  readonly granted: boolean;
  readonly reasons: readonly AccessReason[];
  /** A running subscription: own, by package or by program. Institution and beta are flags of the user. */
  readonly isSubscribed: boolean;
  /** Customers record progress and submit answers; all others only read. */
  readonly records: boolean;
}

/**
 * The access policy: may this user read this book beyond its preview? Every call that delivers
 * content uses it; screens receive the result with the data and never compute it themselves.
 */
export function decideAccess(actor: Actor | null, row: AccessRow): BookAccess {
  const reasons = reasonsOf(actor, row);
  // Authors, editors and staff may open a replaced edition that its readers can no longer open.
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

/** The reasons of users who look at the preview of a work. */
const PREVIEW_REASONS: Readonly<Record<PreviewReader, AccessReason[]>> = {
  visitor: [],
  subscriber: ['subscription'],
  student: ['program'],
};

/**
 * Seats, programs, roles, assignments and grants belong to an email address. They apply only after the address is
 * verified, because anybody can register an address that they do not own.
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
 * In the order of `bookIds`, in one statement. Omits ids of books that do not exist, and withdrawn books that the user
 * may not read.
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

/** Throws `not_found` for a book that does not exist or is not published for this user. */
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

/** The books that a search may show beyond their previews: their ids, or all. */
export async function readableBooks(db: Db, actor: Actor | null, now: Date): Promise<'all' | string[]> {
  if (!actor?.emailVerified) return [];
  if (actor.role === 'staff' || (actor.role === 'customer' && actor.isBeta)) return 'all';
  const rows = await listReachableBooks(db, actor, now);
  return rows.filter((row) => decideAccess(actor, row).granted).map((row) => row.bookId);
}

/** The guard of every call that delivers content: throws `not_subscribed` unless the complete book may be read. */
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

/** The guard of calls about the results of a book's readers: throws `not_allowed` unless one of the reasons applies. */
export async function demandReason(
  db: Db,
  actor: Actor,
  { bookId, reasons }: { bookId: string; reasons: readonly AccessReason[] },
  now: Date,
): Promise<void> {
  const access = await demandAccess(db, actor, bookId, now);
  if (!access.reasons.some((reason) => reasons.includes(reason))) throw new ProductError('not_allowed');
}

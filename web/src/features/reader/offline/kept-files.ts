import { type KeptBook, type KeptPiece, pieceKey, placeOf } from './kept-book.ts';
import type { KeptStore } from './kept-store.ts';
import { licenceState, seen } from './licence-clock.ts';
import { sealJson, unseal, unsealJson } from './seal.ts';

/** "Last seen" is written at most this often, because a page has four files (milliseconds). */
const SEEN_STEP_MS = 30_000;

/** Records that the book was open now. */
export async function keepSeen(store: KeptStore, book: KeptBook, deviceNow: number): Promise<void> {
  if (seen(book, deviceNow) - book.lastSeen < SEEN_STEP_MS) return;
  await store.changeBook(book.bookId, (stored) => ({ ...stored, lastSeen: seen(stored, deviceNow) }));
}

/** A stored file for the book's local grant while the license is valid; null if there is none. */
export async function readKeptFile(
  store: KeptStore,
  asked: { bookId: string; revision: number; page: number; file: string; grant: string },
  deviceNow: number,
): Promise<ArrayBuffer | null> {
  const book = await store.book(asked.bookId);
  if (!book || book.grant !== asked.grant || book.revision !== asked.revision) return null;
  if (licenceState(book, deviceNow) !== 'open') return null;
  const sealed = await store.file([book.bookId, asked.page, asked.file]);
  if (!sealed) return null;
  await keepSeen(store, book, deviceNow);
  return unseal(book.key, sealed, placeOf(book, asked.page, asked.file));
}

export async function readPiece<Value>(
  store: KeptStore,
  book: KeptBook,
  piece: KeptPiece,
): Promise<Value | null> {
  const sealed = await store.file(pieceKey(book.bookId, piece));
  return sealed && unsealJson<Value>(book.key, sealed, placeOf(book, 0, piece));
}

export async function writePiece(
  store: KeptStore,
  book: KeptBook,
  piece: KeptPiece,
  value: unknown,
): Promise<void> {
  const sealed = await sealJson(book.key, value, placeOf(book, 0, piece));
  await store.putFiles([[pieceKey(book.bookId, piece), sealed]]);
}

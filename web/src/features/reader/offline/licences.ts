import { CallError } from '../../../lib/api-client.ts';
import { getSession } from '../../../lib/session.ts';
import { readerClient } from '../client.ts';
import { hintOf, setKeptHint } from '../kept-hint.ts';
import { idbStore } from './idb-store.ts';
import type { KeptBook } from './kept-book.ts';
import { dropAppShell } from './register.ts';

/** A license is renewed when the last renewal is older than this (milliseconds). */
const RENEW_AFTER_MS = 10 * 60_000;

type Given = Awaited<ReturnType<typeof readerClient.createOfflineLicence>>;

/** Converts the server's response to the fields of the record. */
export const licenceTimes = (given: Given, deviceNow: number) => {
  const issuedAt = Date.parse(given.issued_at);
  return {
    validUntil: Date.parse(given.valid_until),
    clockAhead: issuedAt - deviceNow,
    lastSeen: issuedAt,
    renewedAt: deviceNow,
  };
};

/** Whether the offline book has the pages and texts that readers see now. */
export const isOfLicence = (
  { revision, textVersion = 0 }: Pick<KeptBook, 'revision' | 'textVersion'>,
  given: Pick<Given, 'revision' | 'text_version'>,
): boolean => revision === given.revision && textVersion === given.text_version;

/** Only a refusal by the server ends a license: no response or a server error does not. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);

/** Renews the license with the server. If it is refused, the book's pages are deleted at once. */
export async function renewLicence(book: KeptBook, force = false): Promise<'open' | 'refused' | 'unknown'> {
  if (!force && Math.abs(Date.now() - book.renewedAt) < RENEW_AFTER_MS) return 'open';
  try {
    const given = await readerClient.createOfflineLicence({ params: { id: book.bookId } });
    await idbStore.changeBook(book.bookId, (stored) => ({
      ...stored,
      ...licenceTimes(given, Date.now()),
      outdated: !isOfLicence(stored, given),
    }));
    return 'open';
  } catch (error) {
    if (!isRefusal(error)) return 'unknown';
    await removeBook(book.bookId);
    return 'refused';
  }
}

export async function removeBook(bookId: string): Promise<void> {
  await idbStore.deleteBook(bookId);
  await tellHint();
}

/** After signing out, or when another user signed in: removes the offline books of the former user. */
export async function removeBooksOf(isTheirs: (userId: string) => boolean): Promise<void> {
  for (const book of await idbStore.books())
    if (isTheirs(book.userId)) await idbStore.deleteBook(book.bookId);
  await tellHint();
}

/** Updates the hint from the database. With the last book, the cached app files are deleted, too. */
export async function tellHint(): Promise<void> {
  const [books, entries] = await Promise.all([idbStore.books(), idbStore.entries()]);
  setKeptHint({ books: books.map(hintOf), waiting: entries.length > 0 });
  if (books.length === 0) await dropAppShell();
}

/** The signed-in user's record of this book. */
export async function ownBook(bookId: string): Promise<KeptBook | null> {
  const book = await idbStore.book(bookId);
  return book && book.userId === getSession()?.userId ? book : null;
}

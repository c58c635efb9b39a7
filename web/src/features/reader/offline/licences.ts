import { CallError } from '../../../lib/api-client.ts';
import { getSession } from '../../../lib/session.ts';
import { readerClient } from '../client.ts';
import { hintOf, setKeptHint } from '../kept-hint.ts';
import { idbStore } from './idb-store.ts';
import type { KeptBook } from './kept-book.ts';
import { dropAppShell } from './register.ts';

/** A licence is asked for anew when the last asking is this old (milliseconds). */
const RENEW_AFTER_MS = 10 * 60_000;

type Given = Awaited<ReturnType<typeof readerClient.createOfflineLicence>>;

/** What the server said, in the record's words. */
export const licenceTimes = (given: Given, deviceNow: number) => {
  const issuedAt = Date.parse(given.issued_at);
  return {
    validUntil: Date.parse(given.valid_until),
    clockAhead: issuedAt - deviceNow,
    lastSeen: issuedAt,
    renewedAt: deviceNow,
  };
};

/** Only the server's word: no answer, or a broken one, ends nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 403 || error.status === 404);

/** Asks the server whether the book may stay. Refused, its pages go at once. */
export async function renewLicence(book: KeptBook, force = false): Promise<'open' | 'refused' | 'unknown'> {
  if (!force && Math.abs(Date.now() - book.renewedAt) < RENEW_AFTER_MS) return 'open';
  try {
    const given = await readerClient.createOfflineLicence({ params: { id: book.bookId } });
    await idbStore.changeBook(book.bookId, (stored) => ({
      ...stored,
      ...licenceTimes(given, Date.now()),
      outdated: given.revision !== stored.revision,
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

/** After signing out, and when somebody else signed in: nothing of the former reader's books stays. */
export async function removeBooksOf(isTheirs: (userId: string) => boolean): Promise<void> {
  for (const book of await idbStore.books())
    if (isTheirs(book.userId)) await idbStore.deleteBook(book.bookId);
  await tellHint();
}

/** The hint follows the database. With the last book the app's own copy goes too. */
export async function tellHint(): Promise<void> {
  const [books, entries] = await Promise.all([idbStore.books(), idbStore.entries()]);
  setKeptHint({ books: books.map(hintOf), waiting: entries.length > 0 });
  if (books.length === 0) await dropAppShell();
}

/** The signed-in person's record of this book. */
export async function ownBook(bookId: string): Promise<KeptBook | null> {
  const book = await idbStore.book(bookId);
  return book && book.userId === getSession()?.userId ? book : null;
}

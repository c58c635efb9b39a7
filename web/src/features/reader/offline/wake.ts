import { getSession, isStoredFor } from '../../../lib/session.ts';
import { idbStore as store } from './idb-store.ts';
import { removeBooksOf, renewLicence, tellHint } from './licences.ts';
import { dropWaiting } from './queue.ts';
import { sendWaiting } from './send-waiting.ts';

export { sendWaiting };

/**
 * Runs when the app starts or a user signs in, if this device stores anything: removes books of former users, renews or
 * ends licenses, and sends queued changes. If nobody is signed in (a new tab of a session that is not remembered),
 * nothing ends: the books just do not open. Returns the number of notes that wait for another role.
 */
export async function wake(): Promise<{ notesOfOtherRole: number }> {
  const session = getSession();
  if (!session) return { notesOfOtherRole: 0 };
  await removeBooksOf((userId) => userId !== session.userId && !isStoredFor(userId));
  await dropWaiting(store, null);
  if (navigator.onLine === false) return { notesOfOtherRole: 0 };
  // Sends changes first, while the license is still valid.
  const report = await sendWaiting();
  const books = (await store.books()).filter(({ userId }) => userId === session.userId);
  for (const book of books) if ((await renewLicence(book)) === 'unknown') break;
  await tellHint();
  return { notesOfOtherRole: report?.ofOtherRole ?? 0 };
}

/**
 * After signing out, or when the server ended the session: deletes the pages, except those of a user who is signed in
 * in another tab. Queued changes stay encrypted for their writer.
 */
export async function forgetKeptBooks(withUnsentOf: string | null): Promise<void> {
  await dropWaiting(store, withUnsentOf);
  await removeBooksOf((userId) => !isStoredFor(userId));
}

export async function countUnsentNotes(userId: string): Promise<number> {
  const entries = (await store.entries()).filter((entry) => entry.userId === userId);
  return new Set(entries.flatMap(({ noteId }) => noteId ?? [])).size;
}

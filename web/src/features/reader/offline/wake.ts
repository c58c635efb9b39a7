import { getSession, isStoredFor } from '../../../lib/session.ts';
import { idbStore as store } from './idb-store.ts';
import { removeBooksOf, renewLicence, tellHint } from './licences.ts';
import { dropWaiting } from './queue.ts';
import { sendWaiting } from './send-waiting.ts';

export { sendWaiting };

/**
 * When the app starts or somebody signs in, and something is kept here: the books of readers who left go, licences are
 * renewed or end, what waits is sent. Nobody signed in (a new tab of a session that is not remembered) ends nothing:
 * the books just do not open. Says how many notes wait because they were written in another role.
 */
export async function wake(): Promise<{ notesOfOtherRole: number }> {
  const session = getSession();
  if (!session) return { notesOfOtherRole: 0 };
  await removeBooksOf((userId) => userId !== session.userId && !isStoredFor(userId));
  await dropWaiting(store, null);
  if (navigator.onLine === false) return { notesOfOtherRole: 0 };
  // First what was written, while the licence still stands.
  const report = await sendWaiting();
  const books = (await store.books()).filter(({ userId }) => userId === session.userId);
  for (const book of books) if ((await renewLicence(book)) === 'unknown') break;
  await tellHint();
  return { notesOfOtherRole: report?.ofOtherRole ?? 0 };
}

/**
 * Signing out, or the server ended the session: the pages go, but for those of a user who is signed in in another tab.
 * What waits to be sent stays sealed for its writer.
 */
export async function forgetKeptBooks(withUnsentOf: string | null): Promise<void> {
  await dropWaiting(store, withUnsentOf);
  await removeBooksOf((userId) => !isStoredFor(userId));
}

export async function countUnsentNotes(userId: string): Promise<number> {
  const entries = (await store.entries()).filter((entry) => entry.userId === userId);
  return new Set(entries.flatMap(({ noteId }) => noteId ?? [])).size;
}

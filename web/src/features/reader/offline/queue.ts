import type { Session } from '../../../lib/stored-session.ts';
import { joinShown } from '../shown-pages.ts';
import { type Change, noteIdOf } from './changes.ts';
import type { KeptStore, QueueEntry } from './kept-store.ts';
import { withLock } from './lock.ts';
import { newKey, sealJson, unsealJson } from './seal.ts';

export interface Waiting {
  readonly entry: QueueEntry;
  readonly change: Change;
}

/**
 * Everything that reads or creates keys holds the lock `kept-queue-write`, so that no key is deleted before its entry
 * is added.
 */
const placeOf = (userId: string, bookId: string) => `queue/${userId}/${bookId}`;

async function keyOf(store: KeptStore, userId: string): Promise<CryptoKey> {
  const known = await store.personKey(userId);
  if (known) return known;
  await store.putPersonKey(userId, await newKey());
  // Two tabs may have created a key at the same time: the stored one counts.
  return (await store.personKey(userId)) as CryptoKey;
}

export type Writer = Pick<Session, 'userId' | 'role'>;

/**
 * Resolves when the entry is stored; it survives closing the tab, the browser and a restart. `base`: see `QueueEntry`.
 */
export const enqueue = (
  store: KeptStore,
  { userId, role }: Writer,
  bookId: string,
  change: Change,
  base: string | null,
): Promise<number> =>
  withLock('kept-queue-write', async () => {
    const noteId = noteIdOf(change);
    const key = await keyOf(store, userId);
    const waiting = await waitingChanges(store, userId, bookId);
    // If changes of the same note are queued, its `updated_at` is known only after they are sent.
    const first = noteId === null || !waiting.some(({ entry }) => entry.noteId === noteId);
    const { joined, replaced } = joinPlaces(change, waiting);
    const sealed = await sealJson(key, joined, placeOf(userId, bookId));
    const kept = { userId, role, bookId, noteId, base: first ? base : null, held: null, sealed };
    const seq = await store.add(kept);
    for (const { entry } of replaced) await store.deleteEntry(entry.seq);
    return seq;
  });

/** Only the newest position matters; the shown pages of replaced positions are added to it. */
function joinPlaces(change: Change, waiting: readonly Waiting[]): { joined: Change; replaced: Waiting[] } {
  let joined = change;
  const replaced: Waiting[] = [];
  for (const older of [...waiting].reverse()) {
    if (joined.kind !== 'place' || older.change.kind !== 'place') continue;
    const shown = joinShown(older.change, joined);
    if (!shown) break;
    joined = { ...joined, shown };
    replaced.push(older);
  }
  return { joined, replaced };
}

/** The user's own changes, in the order of writing. Those of other users stay encrypted. */
export async function waitingChanges(store: KeptStore, userId: string, bookId?: string): Promise<Waiting[]> {
  const entries = (await store.entries()).filter(
    (entry) => entry.userId === userId && (bookId === undefined || entry.bookId === bookId),
  );
  const key = entries.length > 0 ? await store.personKey(userId) : null;
  if (!key) return [];
  return Promise.all(
    entries.map(async (entry) => ({
      entry,
      change: await unsealJson<Change>(key, entry.sealed, placeOf(userId, entry.bookId)),
    })),
  );
}

/** The entry was sent. Later changes of the same note were based on it. */
export const settle = (store: KeptStore, done: QueueEntry, updatedAt: string | undefined): Promise<void> =>
  withLock('kept-queue-write', async () => {
    if (updatedAt)
      for (const entry of await store.entries())
        if (entry.seq > done.seq && entry.noteId === done.noteId && entry.userId === done.userId)
          await store.putEntry({ ...entry, base: updatedAt });
    await store.deleteEntry(done.seq);
    await store.dropUnusedKeys();
  });

/** The account was deleted: nobody can send these entries. The key is deleted with the last one. */
export const dropWaiting = (store: KeptStore, userId: string | null): Promise<void> =>
  withLock('kept-queue-write', async () => {
    for (const entry of await store.entries())
      if (entry.userId === userId) await store.deleteEntry(entry.seq);
    await store.dropUnusedKeys();
  });

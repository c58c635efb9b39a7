import type { Session } from '../../../lib/session.ts';
import { joinShown } from '../shown-pages.ts';
import { type Change, noteIdOf } from './changes.ts';
import type { KeptStore, QueueEntry } from './kept-store.ts';
import { withLock } from './lock.ts';
import { newKey, sealJson, unsealJson } from './seal.ts';

export interface Waiting {
  readonly entry: QueueEntry;
  readonly change: Change;
}

/** Everything that reads or makes keys holds the lock `kept-queue-write`: none is dropped between key and entry. */
const placeOf = (userId: string, bookId: string) => `queue/${userId}/${bookId}`;

async function keyOf(store: KeptStore, userId: string): Promise<CryptoKey> {
  const known = await store.personKey(userId);
  if (known) return known;
  await store.putPersonKey(userId, await newKey());
  // Two tabs may have made one at once: the stored one counts.
  return (await store.personKey(userId)) as CryptoKey;
}

export type Writer = Pick<Session, 'userId' | 'role'>;

/** Stored when this resolves; survives the tab, the browser and a restart. `base`: see `QueueEntry`. */
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
    // What waits for the same note changes it first: only after that is its `updated_at` known.
    const first = noteId === null || !waiting.some(({ entry }) => entry.noteId === noteId);
    const { joined, replaced } = joinPlaces(change, waiting);
    const sealed = await sealJson(key, joined, placeOf(userId, bookId));
    const kept = { userId, role, bookId, noteId, base: first ? base : null, held: null, sealed };
    const seq = await store.add(kept);
    for (const { entry } of replaced) await store.deleteEntry(entry.seq);
    return seq;
  });

/** Only the newest place matters; the pages that were shown on the way go with it. */
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

/** The person's own, in the order in which they were written. Somebody else's stay sealed. */
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

/** It arrived. What follows for the same note was written on top of it. */
export const settle = (store: KeptStore, done: QueueEntry, updatedAt: string | undefined): Promise<void> =>
  withLock('kept-queue-write', async () => {
    if (updatedAt)
      for (const entry of await store.entries())
        if (entry.seq > done.seq && entry.noteId === done.noteId && entry.userId === done.userId)
          await store.putEntry({ ...entry, base: updatedAt });
    await store.deleteEntry(done.seq);
    await store.dropUnusedKeys();
  });

/** Nobody is left to send them: the account was deleted. With the last entry its key goes. */
export const dropWaiting = (store: KeptStore, userId: string | null): Promise<void> =>
  withLock('kept-queue-write', async () => {
    for (const entry of await store.entries())
      if (entry.userId === userId) await store.deleteEntry(entry.seq);
    await store.dropUnusedKeys();
  });

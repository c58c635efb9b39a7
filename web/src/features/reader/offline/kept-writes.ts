import type { Annotation, ReadingProgress } from '@vesalius/contract/reader';
import { getSession } from '../../../lib/session.ts';
import { isOffline } from '../connection.ts';
import type { ReaderWrites } from '../writes.ts';
import type { Change } from './changes.ts';
import { idbStore as store } from './idb-store.ts';
import { serverNow } from './licence-clock.ts';
import { ownBook, tellHint } from './licences.ts';
import { enqueue } from './queue.ts';
import { sendWaiting } from './send-waiting.ts';

/** All changes go through the queue, also with a network, so that their order is kept. */
export function keptWrites(userId: string, bookId: string): ReaderWrites {
  const write = async (makeChange: (at: string) => Change, base: string | null) => {
    const clockAhead = (await ownBook(bookId))?.clockAhead ?? 0;
    const at = new Date(serverNow({ clockAhead }, Date.now())).toISOString();
    const seq = await enqueue(
      store,
      { userId, role: getSession()?.role ?? 'customer' },
      bookId,
      makeChange(at),
      base,
    );
    await tellHint();
    if (isOffline()) return null;
    const report = await sendWaiting();
    return report?.sent.get(seq) ?? null;
  };
  return {
    create: async (note) => (await write((at) => ({ kind: 'create', note, at }), null)) as Annotation | null,
    update: async (_bookId, before, change) => {
      const spareId = crypto.randomUUID();
      const stored = await write(
        (at) => ({ kind: 'update', id: before.id, ...change, before, spareId, at }),
        before.updated_at || null,
      );
      // The bar above the pages reports merged texts, whichever tab sent them.
      return stored && { stored: stored as Annotation, merged: false };
    },
    remove: async (before) => {
      await write((at) => ({ kind: 'delete', id: before.id, at }), before.updated_at || null);
    },
    keepPlace: async ({ page, shown }) => {
      await store.changeBook(bookId, (book) => ({
        ...book,
        place: { page, at: new Date().toISOString() },
      }));
      const stored = await write((at) => ({ kind: 'place', page, shown, at }), null);
      return stored as ReadingProgress | null;
    },
  };
}

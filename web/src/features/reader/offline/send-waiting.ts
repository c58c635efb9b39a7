import type { Annotation } from '@vesalius/contract/reader';
import { CallError } from '../../../lib/api-client.ts';
import { laterSender } from '../../../lib/later-sender.ts';
import { getSession } from '../../../lib/session.ts';
import { readerClient } from '../client.ts';
import { setReached } from '../connection.ts';
import { shownOf } from '../shown-pages.ts';
import { withStored } from './changes.ts';
import { idbStore as store } from './idb-store.ts';
import { readPiece, writePiece } from './kept-files.ts';
import { tellHint } from './licences.ts';
import { withLock } from './lock.ts';
import type { Waiting } from './queue.ts';
import { type QueueCalls, type SendReport, type Stored, sendQueue } from './send-queue.ts';

/** Every call also reports whether the server was reached. */
async function heard<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call;
    setReached(true);
    return answer;
  } catch (error) {
    setReached(!(error instanceof CallError && error.status === 0));
    throw error;
  }
}

const calls: QueueCalls = {
  createAnnotation: (body) => heard(readerClient.createAnnotation({ body })),
  updateAnnotation: (id, body) => heard(readerClient.updateAnnotation({ params: { id }, body })),
  deleteAnnotation: async (id, unchangedSince) => {
    const query = unchangedSince ? { unchanged_since: unchangedSince } : {};
    await heard(readerClient.deleteAnnotation({ params: { id }, query }));
  },
  listAnnotations: async (bookId) =>
    (await heard(readerClient.listAnnotations({ query: { book_id: bookId } }))).data,
  keepPlace: (bookId, place) => {
    const { page, at } = place;
    const times = { read_at: at, sent_at: new Date().toISOString() };
    const query = { book_id: bookId, page, shown: shownOf(place).join(','), ...times };
    return heard(readerClient.updateCurrentProgress({ query }));
  },
};

/** Updates the stored notes with what was sent, in case the network fails before they are refetched. */
async function keepStored({ entry, change }: Waiting, stored: Stored): Promise<void> {
  const book = await store.book(entry.bookId);
  if (change.kind === 'place' || book?.userId !== entry.userId) return;
  const list = (await readPiece<Annotation[]>(store, book, 'notes')) ?? [];
  await writePiece(store, book, 'notes', withStored(list, change, stored as Annotation | null));
}

const listeners = new Set<(report: SendReport) => void>();

/** Notifies about every sending in this tab. */
export function whenSent(listener: (report: SendReport) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const later = laterSender(() => sendWaiting());

/** Sends queued changes, in one tab at a time. Null for visitors. */
export async function sendWaiting(): Promise<SendReport | null> {
  const writer = getSession();
  if (!writer) return null;
  const report = await withLock('kept-queue-send', () => sendQueue(store, writer, calls, keepStored));
  if (report.failure) void later.failed(report.failure);
  else later.answered();
  await tellHint();
  for (const listener of listeners) listener(report);
  return report;
}

// Works on every page of the app when the network is back.
if (typeof window !== 'undefined') window.addEventListener('online', () => void sendWaiting());

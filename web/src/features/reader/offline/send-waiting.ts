import { CallError } from '../../../lib/api-client.ts';
import { getSession } from '../../../lib/session.ts';
import { readerClient } from '../client.ts';
import { setReached } from '../connection.ts';
import { idbStore as store } from './idb-store.ts';
import { tellHint } from './licences.ts';
import { withLock } from './lock.ts';
import { type QueueCalls, type SendReport, sendQueue } from './send-queue.ts';

/** Every call also tells whether the server is reached. */
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
  keepPlace: (bookId, page, readAt) =>
    heard(readerClient.updateCurrentProgress({ query: { book_id: bookId, page, read_at: readAt } })),
};

/** Sends what waits, one tab at a time. Null for visitors. */
export async function sendWaiting(): Promise<SendReport | null> {
  const userId = getSession()?.userId;
  if (!userId) return null;
  const report = await withLock('kept-queue-send', () => sendQueue(store, userId, calls));
  await tellHint();
  return report;
}

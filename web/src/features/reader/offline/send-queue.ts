import type { Annotation, ReadingProgress } from '@vesalius/contract/reader';
import type { CallError } from '../../../lib/api-client.ts';
import { type NoteCalls, saveNote } from '../save-note.ts';
import type { Change } from './changes.ts';
import type { KeptStore } from './kept-store.ts';
import { settle, type Waiting, type Writer, waitingChanges } from './queue.ts';

/** The calls that the queue makes, each for the person who is signed in. */
export interface QueueCalls extends NoteCalls {
  keepPlace(bookId: string, place: Change & { kind: 'place' }): Promise<ReadingProgress>;
}

/** What the server has of a change now; null = a note that is gone, or stays as it was there. */
export type Stored = Annotation | ReadingProgress | null;

export interface SendReport {
  /** By place in the queue. */
  readonly sent: ReadonlyMap<number, Stored>;
  /** Notes in which both texts stand now. */
  readonly merged: number;
  /** Still waiting, and of those the ones that the server refused. */
  readonly waiting: number;
  readonly held: number;
  /** Of these, notes that were written in another role. */
  readonly ofOtherRole: number;
  /** What the rest waits for; null = all of it was answered. */
  readonly failure: Failure | null;
}

type Failure = Pick<CallError, 'status' | 'code' | 'retryAfter'>;
const failureOf = (error: unknown): Failure =>
  typeof error === 'object' && error !== null && 'status' in error && 'code' in error
    ? (error as Failure)
    : { status: 0, code: 'network', retryAfter: null };

/** Every change may be sent twice: ids are the writer's, an update with the same text is the same update. */
export async function sendQueue(
  store: KeptStore,
  { userId, role }: Writer,
  calls: QueueCalls,
  /** Before it leaves the queue: whoever shows it from there has to have it from elsewhere. */
  onStored: (waiting: Waiting, stored: Stored) => Promise<void> = async () => {},
): Promise<SendReport> {
  const sent = new Map<number, Stored>();
  let merged = 0;
  const stuck = new Set<string>();
  let failure: Failure | null = null;
  // Read anew after each: sending one may change what the next is based on.
  for (let last = 0; ; ) {
    const next = (await waitingChanges(store, userId)).find(({ entry }) => entry.seq > last);
    if (!next) break;
    const { entry } = next;
    last = entry.seq;
    if (entry.noteId !== null && stuck.has(entry.noteId)) continue;
    // Sent now, a reader's note would be an editor's, which others read. It waits for the role in which it was written.
    if ((entry.role ?? 'customer') !== role) {
      if (entry.held !== 'other_role') await store.putEntry({ ...entry, held: 'other_role' });
      continue;
    }
    try {
      const result = await sendOne(next, calls);
      if (result.merged) merged += 1;
      sent.set(entry.seq, result.stored);
      await onStored(next, result.stored);
      await settle(store, entry, result.base);
    } catch (error) {
      const answer = failureOf(error);
      const { status, code } = answer;
      // A fault of ours, with this change: it and what follows for the same note wait, and stop no other.
      if (status === 500) {
        failure = answer;
        if (entry.noteId !== null) stuck.add(entry.noteId);
        continue;
      }
      // No network, a busy or broken server, a session that ended or changed, a note that changes this very moment: later.
      if (
        [0, 401, 429].includes(status) ||
        status >= 500 ||
        ['edited_meanwhile', 'wrong_person'].includes(code)
      ) {
        failure = answer;
        break;
      }
      await store.putEntry({ ...entry, held: code === 'not_subscribed' ? 'not_subscribed' : 'refused' });
      if (entry.noteId !== null) stuck.add(entry.noteId);
    }
  }
  const rest = (await store.entries()).filter((entry) => entry.userId === userId);
  const ofOtherRole = new Set(
    rest.flatMap(({ held, noteId }) => (held === 'other_role' && noteId !== null ? [noteId] : [])),
  ).size;
  const held = rest.filter((entry) => entry.held).length;
  return { sent, merged, waiting: rest.length, held, ofOtherRole, failure };
}

interface Sent {
  readonly stored: Stored;
  /** The note's `updated_at` after this change. */
  readonly base?: string;
  readonly merged?: boolean;
}

async function sendOne({ entry, change }: Waiting, calls: QueueCalls): Promise<Sent> {
  switch (change.kind) {
    case 'place':
      return { stored: await calls.keepPlace(entry.bookId, change) };
    case 'create': {
      const stored = await calls.createAnnotation(change.note);
      // As it was when it was made: a change elsewhere since then is found by the next of ours.
      return { stored, base: stored.created_at };
    }
    case 'delete':
      return sendDelete(change.id, entry.base ?? undefined, calls);
    case 'update':
      return saveNote(calls, entry.bookId, { ...change, base: entry.base ?? undefined });
  }
}

/** What somebody wrote elsewhere meanwhile is worth more than our deleting it. */
async function sendDelete(id: string, base: string | undefined, calls: QueueCalls): Promise<Sent> {
  try {
    await calls.deleteAnnotation(id, base);
  } catch (error) {
    const { status, code } = failureOf(error);
    if (status !== 404 && code !== 'edited_meanwhile') throw error;
  }
  return { stored: null };
}

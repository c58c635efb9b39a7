import type { Annotation, ReadingProgress } from '@vesalius/contract/reader';
import type { CallError } from '../../../lib/api-client.ts';
import { type NoteCalls, saveNote } from '../save-note.ts';
import type { Change } from './changes.ts';
import type { KeptStore } from './kept-store.ts';
import { settle, type Waiting, type Writer, waitingChanges } from './queue.ts';

/** The calls of the queue, made for the signed-in user. */
export interface QueueCalls extends NoteCalls {
  keepPlace(bookId: string, place: Change & { kind: 'place' }): Promise<ReadingProgress>;
}

/** What the server has stored; null = a note that is deleted, or stays as it is there. */
export type Stored = Annotation | ReadingProgress | null;

export interface SendReport {
  /** By sequence number in the queue. */
  readonly sent: ReadonlyMap<number, Stored>;
  /** The number of notes that now contain both texts. */
  readonly merged: number;
  /** The number of queued changes, and of those that the server refused. */
  readonly waiting: number;
  readonly held: number;
  /** Of these, notes that were written in another role. */
  readonly ofOtherRole: number;
  /** The books to which the server says that access has ended. */
  readonly ended: ReadonlySet<string>;
  /** Why the others wait; null = the server answered all of them. */
  readonly failure: Failure | null;
}

type Failure = Pick<CallError, 'status' | 'code' | 'retryAfter'>;
const failureOf = (error: unknown): Failure =>
  typeof error === 'object' && error !== null && 'status' in error && 'code' in error
    ? (error as Failure)
    : { status: 0, code: 'network', retryAfter: null };

/** A change may be sent twice: the client assigns ids, and an update with the same text is idempotent. */
export async function sendQueue(
  store: KeptStore,
  { userId, role }: Writer,
  calls: QueueCalls,
  /** Called before a change leaves the queue, so that a screen that shows it from there can take it from elsewhere. */
  onStored: (waiting: Waiting, stored: Stored) => Promise<void> = async () => {},
): Promise<SendReport> {
  const sent = new Map<number, Stored>();
  let merged = 0;
  const stuck = new Set<string>();
  const ended = new Set<string>();
  let failure: Failure | null = null;
  // Reads the queue again after each change, because sending one may change the base of the next.
  for (let last = 0; ; ) {
    const next = (await waitingChanges(store, userId)).find(({ entry }) => entry.seq > last);
    if (!next) break;
    const { entry } = next;
    last = entry.seq;
    if (entry.noteId !== null && stuck.has(entry.noteId)) continue;
    // If it were sent now, a reader's note would become an editor's, which others can read. It waits for its role.
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
      // A server error for this change: it waits with those of the same note, but the others are sent.
      if (status === 500) {
        failure = answer;
        if (entry.noteId !== null) stuck.add(entry.noteId);
        continue;
      }
      // No network, an overloaded or failing server, an ended or changed session, or a concurrent change of the note:
      // retried later.
      if (
        [0, 401, 429].includes(status) ||
        status >= 500 ||
        ['edited_meanwhile', 'wrong_person'].includes(code)
      ) {
        failure = answer;
        break;
      }
      if (code === 'not_subscribed') ended.add(entry.bookId);
      await store.putEntry({ ...entry, held: code === 'not_subscribed' ? 'not_subscribed' : 'refused' });
      if (entry.noteId !== null) stuck.add(entry.noteId);
    }
  }
  const rest = (await store.entries()).filter((entry) => entry.userId === userId);
  const ofOtherRole = new Set(
    rest.flatMap(({ held, noteId }) => (held === 'other_role' && noteId !== null ? [noteId] : [])),
  ).size;
  const held = rest.filter((entry) => entry.held).length;
  return { sent, merged, waiting: rest.length, held, ofOtherRole, ended, failure };
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
      // The version as created: our next change detects changes made elsewhere since.
      return { stored, base: stored.created_at };
    }
    case 'delete':
      return sendDelete(change.id, entry.base ?? undefined, calls);
    case 'update':
      return saveNote(calls, entry.bookId, { ...change, base: entry.base ?? undefined });
  }
}

/** A change made elsewhere takes precedence over our deletion. */
async function sendDelete(id: string, base: string | undefined, calls: QueueCalls): Promise<Sent> {
  try {
    await calls.deleteAnnotation(id, base);
  } catch (error) {
    const { status, code } = failureOf(error);
    if (status !== 404 && code !== 'edited_meanwhile') throw error;
  }
  return { stored: null };
}

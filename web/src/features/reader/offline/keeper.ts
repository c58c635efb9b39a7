import type { BookPages } from '@vesalius/contract/reader';
import { useSyncExternalStore } from 'react';
import { CallError } from '../../../lib/api-client.ts';
import { nextAttempt } from '../../../lib/next-attempt.ts';
import { getSession, rememberSession } from '../../../lib/session.ts';
import { readerClient } from '../client.ts';
import { pageFileUrl } from '../engine/page-file-url.ts';
import { idbStore as store } from './idb-store.ts';
import { type FetchFile, keepPages } from './keep-pages.ts';
import { KEPT_GRANT, type KeptBook } from './kept-book.ts';
import { writePiece } from './kept-files.ts';
import { isOfLicence, licenceTimes, ownBook, removeBook, tellHint } from './licences.ts';
import { StorageError } from './limited-store.ts';
import { withLock } from './lock.ts';
import { keepAppShell } from './register.ts';
import { newKey } from './seal.ts';

/** Why a download stopped; each reason has its message. */
type StopReason = 'room' | 'storage' | 'network' | 'refused' | 'shell' | 'failed';

export interface Keeping {
  readonly book: KeptBook | null;
  /** Running in this tab. */
  readonly running: boolean;
  readonly reason: StopReason | null;
}
const NONE: Keeping = { book: null, running: false, reason: null };

const states = new Map<string, Keeping>();
const runs = new Map<string, AbortController>();
/** Aborts the waiting time of downloads without a network, so that they retry at once. */
const waits = new Map<string, AbortController>();
const listeners = new Set<() => void>();

function change(bookId: string, part: Partial<Keeping>): void {
  states.set(bookId, { ...(states.get(bookId) ?? NONE), ...part });
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Undefined: not loaded yet (`lookAt`). */
export const useKeeping = (bookId: string): Keeping | undefined =>
  useSyncExternalStore(subscribe, () => states.get(bookId));

/** Reads the record and resumes a download that a closed tab left unfinished. */
export async function lookAt(bookId: string): Promise<void> {
  if (runs.has(bookId)) return;
  const book = await ownBook(bookId).catch(() => null);
  change(bookId, { book });
  if (book?.state === 'keeping' && navigator.onLine) void keep(bookId);
}

export function pause(bookId: string): void {
  runs.get(bookId)?.abort();
  void store
    .changeBook(bookId, (book) => (book.state === 'kept' ? book : { ...book, state: 'paused' }))
    .then(() => lookAt(bookId));
}

export async function remove(bookId: string): Promise<void> {
  runs.get(bookId)?.abort();
  await removeBook(bookId);
  change(bookId, NONE);
}

/**
 * Starts or resumes a download. Never throws: errors are in the state. `staySignedIn`: remembers the reader on a
 * private device, because nobody can sign in without a network.
 */
export async function keep(bookId: string, { staySignedIn = false } = {}): Promise<void> {
  if (runs.has(bookId)) return waits.get(bookId)?.abort();
  const stop = new AbortController();
  runs.set(bookId, stop);
  if (staySignedIn) rememberSession();
  for (let failures = 1; ; failures += 1) {
    await tryToKeep(bookId, stop);
    if (stop.signal.aborted || states.get(bookId)?.reason !== 'network') break;
    // If the server was down, the browser fires no `online` event.
    await untilNextAttempt(bookId, failures, stop.signal);
    if (!stop.signal.aborted) continue;
    change(bookId, { reason: null });
    break;
  }
  runs.delete(bookId);
}

async function untilNextAttempt(bookId: string, failures: number, stop: AbortSignal): Promise<void> {
  const wake = new AbortController();
  waits.set(bookId, wake);
  await nextAttempt(failures, AbortSignal.any([stop, wake.signal]));
  waits.delete(bookId);
}

async function tryToKeep(bookId: string, stop: AbortController): Promise<void> {
  change(bookId, { running: true, reason: null });
  // If another tab downloads the same book, this one finds it done.
  await withLock(`keep ${bookId}`, async () => {
    try {
      await keepBook(bookId, stop.signal);
    } catch (error) {
      if (error instanceof StorageError && error.isSilent)
        change(bookId, { reason: 'storage', running: false });
      else if (!stop.signal.aborted) await stopped(bookId, reasonOf(error));
    }
  });
  change(bookId, { book: await ownBook(bookId).catch(() => null), running: false });
}

async function keepBook(bookId: string, signal: AbortSignal): Promise<void> {
  const session = getSession();
  if (session?.role !== 'customer') throw new CallError(403, { code: 'not_allowed' });
  const licence = await readerClient.createOfflineLicence({ params: { id: bookId }, signal });
  const answer = await readerClient.getBookPages({ params: { id: bookId }, signal });
  const notes = (await readerClient.listAnnotations({ query: { book_id: bookId }, signal })).data;
  const known = await ownBook(bookId);
  const times = licenceTimes(licence, Date.now());
  const base =
    known && isOfLicence(known, licence) ? known : await begin(answer, session.userId, licence.text_version);
  const book: KeptBook = {
    ...base,
    ...times,
    outdated: false,
    state: base.state === 'kept' ? 'kept' : 'keeping',
  };
  await store.putBook(book);
  await writePiece(store, book, 'answer', answer);
  await writePiece(store, book, 'notes', notes);
  await tellHint();
  change(bookId, { book });
  await keepAppShell().catch((error) => {
    if (!navigator.onLine) throw new CallError(0, { code: 'network' });
    throw new DOMException(String(error), 'ShellError');
  });
  signal.throwIfAborted();
  await keepPages(store, book, fetcher(answer, licence.grants), signal, (pagesDone, bytes) =>
    change(bookId, { book: { ...book, pagesDone, bytes } }),
  );
  await store.changeBook(bookId, (stored) => ({ ...stored, state: 'kept' }));
  // A request: without persistent storage, the browser may delete the books when the device is full.
  await navigator.storage?.persist?.().catch(() => false);
}

async function begin(answer: BookPages, userId: string, textVersion: number): Promise<KeptBook> {
  await store.deleteBook(answer.book.id);
  return {
    bookId: answer.book.id,
    userId,
    title: answer.book.title,
    author: answer.book.author,
    revision: answer.revision,
    textVersion,
    pages: answer.book.number_of_pages,
    key: await newKey(),
    grant:
      KEPT_GRANT + [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join(''),
    validUntil: 0,
    clockAhead: 0,
    lastSeen: 0,
    renewedAt: 0,
    state: 'keeping',
    pagesDone: 0,
    bytes: 0,
    outdated: false,
    place: null,
  };
}

/** The delays between attempts for a file (milliseconds). */
const RETRY_DELAYS_MS = [500, 2000];

/** Bypasses the browser's HTTP cache, which would store the page unencrypted. */
function fetcher(answer: BookPages, first: Readonly<Record<string, string>>): FetchFile {
  let grants = first;
  const attempt: FetchFile = async (page, file, signal) => {
    const files = { ...answer.files, grants };
    const url = pageFileUrl({ ...answer, files }, page, file);
    const response = await fetch(url, { cache: 'no-store', priority: 'low', signal }).catch(unreached);
    if (response.status === 404) return null;
    if (response.status === 403) {
      ({ grants } = await readerClient.createOfflineLicence({ params: { id: answer.book.id }, signal }));
      throw new CallError(503, { code: 'unavailable' });
    }
    if (!response.ok) throw new CallError(response.status, { code: 'unavailable' });
    return response.arrayBuffer().catch(unreached);
  };
  return async (page, file, signal) => {
    for (const breath of RETRY_DELAYS_MS) {
      try {
        return await attempt(page, file, signal);
      } catch (error) {
        if (signal.aborted || (error instanceof CallError && error.status < 500 && error.status > 0))
          throw error;
        await new Promise((resolve) => setTimeout(resolve, breath));
      }
    }
    return attempt(page, file, signal);
  };
}

/** The connection failed, before the answer or in its middle. */
function unreached(error: unknown): never {
  throw (error as Error).name === 'AbortError' ? error : new CallError(0, { code: 'network' });
}

function reasonOf(error: unknown): StopReason {
  if (error instanceof StorageError) return error.isFull ? 'room' : 'storage';
  if ((error as Error | null)?.name === 'ShellError') return 'shell';
  if (error instanceof CallError)
    return error.status === 403 || error.status === 404
      ? 'refused'
      : error.status === 0
        ? 'network'
        : 'failed';
  return 'failed';
}

async function stopped(bookId: string, reason: StopReason): Promise<void> {
  if (reason === 'refused') await removeBook(bookId).catch(ignoreStorage);
  // Without a network, the download resumes automatically; for other reasons it waits for the reader.
  else if (reason !== 'network')
    await store
      .changeBook(bookId, (book) => (book.state === 'kept' ? book : { ...book, state: 'paused' }))
      .catch(ignoreStorage);
  change(bookId, { reason });
}
/** The reason is shown even where the database does not store it. */
const ignoreStorage = () => undefined;

if (typeof window !== 'undefined')
  window.addEventListener('online', () => {
    for (const [bookId, { book }] of states) if (book?.state === 'keeping') void keep(bookId);
  });

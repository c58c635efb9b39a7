import { oneRun } from '@vesalius/contract/page-runs';
import type { Annotation, BookPages, SearchAnswer } from '@vesalius/contract/reader';
import { CallError } from '../../../lib/api-client.ts';
import { withChanges } from './changes.ts';
import { idbStore as store } from './idb-store.ts';
import type { KeptBook } from './kept-book.ts';
import { keepSeen, readPiece, writePiece } from './kept-files.ts';
import { type BookWords, bookWords, searchWords } from './kept-search.ts';
import { licenceState } from './licence-clock.ts';
import { ownBook, removeBook } from './licences.ts';
import { waitingChanges } from './queue.ts';

/** The viewer's data of an offline book, and what the device adds to the server's responses. */
export interface KeptAnswers {
  pages(bookId: string): Promise<BookPages>;
  withPages(answer: BookPages): Promise<BookPages>;
  notes(bookId: string): Promise<Annotation[]>;
  withNotes(bookId: string, list: readonly Annotation[]): Promise<Annotation[]>;
  search(bookId: string, query: string, fromPage: number): Promise<SearchAnswer>;
}

/** Offline grants need no renewal; the viewer asks again before this time (milliseconds). */
const GRANT_LIFE_MS = 3600_000;

let words: { readonly key: string; readonly of: Promise<BookWords> } | null = null;

/** The record of the book if its license is valid. Otherwise throws an error that has a message. */
async function openBook(bookId: string): Promise<KeptBook> {
  const book = await ownBook(bookId);
  if (!book) throw new CallError(0, { code: 'network' });
  const state = licenceState(book, Date.now());
  if (state !== 'open') throw new CallError(403, { code: state === 'ended' ? 'kept_ended' : 'kept_clock' });
  await keepSeen(store, book, Date.now());
  return book;
}

async function overlay(book: KeptBook, list: readonly Annotation[]): Promise<Annotation[]> {
  const waiting = await waitingChanges(store, book.userId, book.bookId);
  return withChanges(
    list,
    waiting.map(({ change }) => change),
  );
}

/** Replaces the address of the pages and the reading position by the device's own. */
const onDevice = (book: KeptBook, answer: BookPages): BookPages => ({
  ...answer,
  files: {
    grant: book.grant,
    expires_at: new Date(Date.now() + GRANT_LIFE_MS).toISOString(),
    runs: oneRun(book.bookId, book.revision, book.pages),
    grants: { [`${book.bookId}/${book.revision}`]: book.grant },
  },
});

export const keptAnswers: KeptAnswers = {
  async pages(bookId) {
    const book = await openBook(bookId);
    const answer = await readPiece<BookPages>(store, book, 'answer');
    if (!answer) throw new CallError(0, { code: 'network' });
    const { progress } = answer;
    const status = progress.status === 'completed' ? 'completed' : 'in_progress';
    return onDevice(book, book.place ? { ...answer, progress: { status, page: book.place.page } } : answer);
  },

  async withPages(answer) {
    const book = await ownBook(answer.book.id);
    if (!book) return answer;
    if (!answer.access.granted) {
      await removeBook(book.bookId);
      return answer;
    }
    if (answer.revision !== book.revision) return answer;
    await writePiece(store, book, 'answer', answer);
    await keepSeen(store, book, Date.now());
    const { page, status } = answer.progress;
    // The server has the newest position of all devices, unless a change of this device is still queued.
    const waits = (await waitingChanges(store, book.userId, book.bookId)).some(
      ({ change }) => change.kind === 'place',
    );
    const place = waits || status === 'not_started' ? book.place : { page, at: new Date().toISOString() };
    await store.changeBook(book.bookId, (stored) => ({ ...stored, place }));
    const here = waits && place ? { ...answer, progress: { status, page: place.page } } : answer;
    // A complete offline book is read from the device even with a network: it is faster, and it survives a network
    // failure.
    const isServed = navigator.serviceWorker?.controller != null && licenceState(book, Date.now()) === 'open';
    return book.state === 'kept' && isServed ? onDevice(book, here) : here;
  },

  async notes(bookId) {
    const book = await openBook(bookId);
    return overlay(book, (await readPiece<Annotation[]>(store, book, 'notes')) ?? []);
  },

  async withNotes(bookId, list) {
    const book = await ownBook(bookId);
    if (!book) return [...list];
    await writePiece(store, book, 'notes', list);
    return overlay(book, list);
  },

  async search(bookId, query, fromPage) {
    const book = await openBook(bookId);
    const key = `${bookId} ${book.revision} ${book.pagesDone}`;
    if (words?.key !== key) {
      const of = readPiece<string[]>(store, book, 'words').then((texts) => bookWords(texts ?? []));
      of.catch(() => {
        words = null;
      });
      words = { key, of };
    }
    return searchWords(await words.of, query, fromPage);
  },
};

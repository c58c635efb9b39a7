import type { NotebookEntry } from '@vesalius/contract/notebook';
import type { BookPages } from '@vesalius/contract/reader';
import { withChanges } from '../offline/changes.ts';
import { idbStore as store } from '../offline/idb-store.ts';
import { readPiece } from '../offline/kept-files.ts';
import { licenceState } from '../offline/licence-clock.ts';
import { ownBook } from '../offline/licences.ts';
import { type Waiting, waitingChanges } from '../offline/queue.ts';
import { labelOf } from '../page-labels.ts';

/** What waits on this device to be sent: new and changed entries, and the ids of all that the server has not heard of. */
export interface Queued {
  readonly entries: readonly NotebookEntry[];
  readonly changed: ReadonlySet<string>;
}

export async function readQueued(userId: string): Promise<Queued> {
  const byBook = new Map<string, Waiting[]>();
  for (const each of await waitingChanges(store, userId))
    if (each.entry.noteId !== null)
      byBook.set(each.entry.bookId, [...(byBook.get(each.entry.bookId) ?? []), each]);
  const entries = await Promise.all([...byBook].map(([bookId, waiting]) => entriesOf(bookId, waiting)));
  return {
    entries: entries.flat().sort((a, b) => b.created_at.localeCompare(a.created_at)),
    changed: new Set([...byBook.values()].flat().flatMap(({ entry }) => entry.noteId ?? [])),
  };
}

async function entriesOf(bookId: string, waiting: readonly Waiting[]): Promise<NotebookEntry[]> {
  const kept = await ownBook(bookId);
  const isOpen = kept !== null && licenceState(kept, Date.now()) === 'open';
  const pages = isOpen ? await readPiece<BookPages>(store, kept, 'answer') : null;
  const refused = new Set(
    waiting.flatMap(({ entry }) => (entry.held === 'not_subscribed' ? entry.noteId : [])),
  );
  const notes = withChanges(
    [],
    waiting.map(({ change }) => change),
  );
  return notes.map(({ id, note, color, orphaned, created_at, updated_at }) => {
    const page = note.pageNumber;
    const chapter = pages?.chapters.find((each) => each.first_page <= page && page <= each.last_page);
    // As on the server: without access the note remains, but the passage is the book's.
    const isClosed = note.quote !== '' && (!isOpen || refused.has(id));
    return {
      ...{ id, color, orphaned, created_at, updated_at },
      note: isClosed ? { ...note, quote: '' } : note,
      book: {
        id: bookId,
        title: kept?.title ?? '',
        author: kept?.author ?? '',
        language: pages?.book.language ?? '',
      },
      chapter: chapter ? { id: chapter.id, title: chapter.title } : null,
      page_label: labelOf(page, pages?.labels ?? null),
      is_closed: isClosed,
    };
  });
}

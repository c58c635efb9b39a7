import type { Annotation, HighlightColor, NewAnnotation, ReadingProgress } from '@vesalius/contract/reader';
import { createContext } from 'react';
import { readerClient } from './client.ts';
import { flushProgress, rememberProgress } from './progress-outbox.ts';
import { isEditedMeanwhile, isGone, type NoteCalls, type SavedNote, saveNote } from './save-note.ts';

/** The destination of a reader's changes. Null instead of the stored value: it is queued and sent later. */
export interface ReaderWrites {
  create(note: NewAnnotation & { id: string }): Promise<Annotation | null>;
  /** `before`: the note as its writer saw it. A text that was stored since is kept beside the new one. */
  update(
    bookId: string,
    before: Annotation,
    change: { text?: string; color?: HighlightColor },
  ): Promise<Pick<SavedNote, 'stored' | 'merged'> | null>;
  /** Throws `edited_meanwhile` if its text was changed elsewhere; then it stays. */
  remove(before: Annotation): Promise<void>;
  /** Throws `no_access` if access ended while the book was open. */
  keepPlace(place: {
    bookId: string;
    page: number;
    /** Pages that were shown long enough to count as read. */
    shown: readonly number[];
  }): Promise<ReadingProgress | 'no_access' | null>;
}

const calls: NoteCalls = {
  createAnnotation: (body) => readerClient.createAnnotation({ body }),
  updateAnnotation: (id, body) => readerClient.updateAnnotation({ params: { id }, body }),
  deleteAnnotation: async (id, unchangedSince) => {
    const query = unchangedSince ? { unchanged_since: unchangedSince } : {};
    await readerClient.deleteAnnotation({ params: { id }, query });
  },
  listAnnotations: async (bookId) =>
    (await readerClient.listAnnotations({ query: { book_id: bookId } })).data,
};

/** Sends directly to the server. Offline books use a queue instead (`offline/kept-writes.ts`). */
export const directWrites: ReaderWrites = {
  create: calls.createAnnotation,
  async update(bookId, before, change) {
    const base = before.updated_at || undefined;
    const edit = { ...change, before, base, spareId: crypto.randomUUID(), at: new Date().toISOString() };
    try {
      return await saveNote(calls, bookId, edit);
    } catch (error) {
      // Changed once more while the texts were merged.
      if (!isEditedMeanwhile(error)) throw error;
      return saveNote(calls, bookId, edit);
    }
  },
  async remove(before) {
    try {
      await calls.deleteAnnotation(before.id, before.updated_at || undefined);
    } catch (error) {
      // Another device was first.
      if (!isGone(error)) throw error;
    }
  },
  async keepPlace({ bookId, page, shown }) {
    rememberProgress({ bookId, page, shown, readAt: new Date().toISOString() });
    return (await flushProgress()).get(bookId) ?? null;
  },
};

export const WritesContext = createContext<ReaderWrites>(directWrites);

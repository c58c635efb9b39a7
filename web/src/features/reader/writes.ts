import type { Annotation, HighlightColor, NewAnnotation, ReadingProgress } from '@vesalius/contract/reader';
import { createContext } from 'react';
import { readerClient } from './client.ts';
import { flushProgress, rememberProgress } from './progress-outbox.ts';

/** Where what a reader writes goes. Null instead of what the server stored: it is kept and sent later. */
export interface ReaderWrites {
  create(note: NewAnnotation & { id: string }): Promise<Annotation | null>;
  update(before: Annotation, change: { text?: string; color?: HighlightColor }): Promise<Annotation | null>;
  remove(before: Annotation): Promise<void>;
  /** `no_access`: it ended while the book was open. */
  keepPlace(place: {
    bookId: string;
    page: number;
    /** Pages that were shown long enough to count as read. */
    shown: readonly number[];
  }): Promise<ReadingProgress | 'no_access' | null>;
}

/** Straight to the server. A book that is kept on the device has a queue instead (`offline/kept-writes.ts`). */
export const directWrites: ReaderWrites = {
  create: (body) => readerClient.createAnnotation({ body }),
  update: ({ id }, body) => readerClient.updateAnnotation({ params: { id }, body }),
  remove: async ({ id }) => {
    await readerClient.deleteAnnotation({ params: { id }, query: {} });
  },
  async keepPlace({ bookId, page, shown }) {
    rememberProgress({ bookId, page, shown, readAt: new Date().toISOString() });
    return (await flushProgress()).get(bookId) ?? null;
  },
};

export const WritesContext = createContext<ReaderWrites>(directWrites);

import type { FileKey, KeptBook, Sealed } from './kept-book.ts';
import type { KeptStore, QueueEntry } from './kept-store.ts';

/** For tests: an implementation without IndexedDB. */
export function memoryStore(): KeptStore {
  const books = new Map<string, KeptBook>();
  const files = new Map<string, Sealed>();
  const queue = new Map<number, QueueEntry>();
  const keys = new Map<string, CryptoKey>();
  let last = 0;
  const nameOf = (key: FileKey) => JSON.stringify(key);
  return {
    book: async (bookId) => books.get(bookId) ?? null,
    books: async () => [...books.values()],
    async putBook(book) {
      books.set(book.bookId, book);
    },
    async changeBook(bookId, change) {
      const book = books.get(bookId);
      if (book) books.set(bookId, change(book));
    },
    async deleteBook(bookId) {
      books.delete(bookId);
      for (const name of [...files.keys()]) if (JSON.parse(name)[0] === bookId) files.delete(name);
    },
    file: async (key) => files.get(nameOf(key)) ?? null,
    async putFiles(more) {
      for (const [key, sealed] of more) files.set(nameOf(key), sealed);
    },
    async keptPages(bookId) {
      const all = [...files.keys()].map((name) => JSON.parse(name) as FileKey);
      return new Set(all.filter((key) => key[0] === bookId && key[1] > 0).map((key) => key[1]));
    },
    async add(entry) {
      last += 1;
      queue.set(last, { ...entry, seq: last });
      return last;
    },
    entries: async () => [...queue.values()].sort((a, b) => a.seq - b.seq),
    async putEntry(entry) {
      if (queue.has(entry.seq)) queue.set(entry.seq, entry);
    },
    async deleteEntry(seq) {
      queue.delete(seq);
    },
    personKey: async (userId) => keys.get(userId) ?? null,
    async putPersonKey(userId, key) {
      keys.set(userId, key);
    },
    async dropUnusedKeys() {
      const writers = new Set([...queue.values()].map((entry) => entry.userId));
      for (const userId of [...keys.keys()]) if (!writers.has(userId)) keys.delete(userId);
    },
  };
}

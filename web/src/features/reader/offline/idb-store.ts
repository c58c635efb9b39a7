import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { KeptBook, Sealed } from './kept-book.ts';
import type { KeptStore, QueueEntry } from './kept-store.ts';
import { limited } from './limited-store.ts';

const DATABASE = 'kept-books';
const VERSION = 1;
/** After this time, a database that does not open counts as broken (milliseconds). */
const OPEN_MS = 5000;

interface Schema extends DBSchema {
  books: { key: string; value: KeptBook };
  files: { key: (string | number)[]; value: Sealed };
  queue: { key: number; value: QueueEntry };
  keys: { key: string; value: CryptoKey };
}
type Name = 'books' | 'files' | 'queue' | 'keys';
type Database = IDBPDatabase<Schema>;

let opening: Promise<Database> | null = null;
const forget = () => {
  opening = null;
};
function database(): Promise<Database> {
  opening ??= openInTime().catch((error: unknown) => {
    forget();
    throw error;
  });
  return opening;
}

async function openInTime(): Promise<Database> {
  const opened = openDB<Schema>(DATABASE, VERSION, {
    upgrade(db) {
      db.createObjectStore('books', { keyPath: 'bookId' });
      db.createObjectStore('files');
      db.createObjectStore('queue', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('keys');
    },
    // Another tab needs a newer schema, or the browser closed the database: the next call opens it again.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    // Some browsers neither succeed nor fail.
    limit = setTimeout(() => {
      opened.then(
        (db) => db.close(),
        () => undefined,
      );
      reject(new DOMException('The database does not open', 'TimeoutError'));
    }, OPEN_MS);
  });
  return Promise.race([opened, tooLate]).finally(() => clearTimeout(limit));
}

/** Resolves when the transaction is committed, so that "stored" is true. */
async function write<Of extends Name, Result>(
  name: Of,
  work: (store: IDBPObjectStore<Schema, [Of], Of, 'readwrite'>) => Promise<Result>,
): Promise<Result> {
  const { store, done } = (await database()).transaction(name, 'readwrite', { durability: 'relaxed' });
  const [result] = await Promise.all([work(store), done]);
  return result;
}

/** In IndexedDB, arrays sort after numbers and strings: this matches all keys that start with the book's id. */
const ofBook = (bookId: string) => IDBKeyRange.bound([bookId], [bookId, []]);

export const idbStore: KeptStore = limited({
  book: async (bookId) => (await (await database()).get('books', bookId)) ?? null,
  books: async () => (await database()).getAll('books'),
  async putBook(book) {
    await write('books', (books) => books.put(book));
  },
  async changeBook(bookId, change) {
    await write('books', async (books) => {
      const book = await books.get(bookId);
      if (book) await books.put(change(book));
    });
  },
  async deleteBook(bookId) {
    await write('books', (books) => books.delete(bookId));
    await write('files', (files) => files.delete(ofBook(bookId)));
  },
  file: async (key) => (await (await database()).get('files', [...key])) ?? null,
  async putFiles(files) {
    await write('files', (stored) => Promise.all(files.map(([key, sealed]) => stored.put(sealed, [...key]))));
  },
  async keptPages(bookId) {
    const keys = await (await database()).getAllKeys('files', ofBook(bookId));
    return new Set(keys.map(([, page]) => Number(page)).filter((page) => page > 0));
  },
  // The database assigns the number.
  add: (entry) => write('queue', (queue) => queue.add(entry as QueueEntry)),
  entries: async () => (await database()).getAll('queue'),
  async putEntry(entry) {
    await write('queue', async (queue) => {
      if ((await queue.getKey(entry.seq)) !== undefined) await queue.put(entry);
    });
  },
  async deleteEntry(seq) {
    await write('queue', (queue) => queue.delete(seq));
  },
  personKey: async (userId) => (await (await database()).get('keys', userId)) ?? null,
  async putPersonKey(userId, key) {
    await write('keys', (keys) => keys.put(key, userId));
  },
  async dropUnusedKeys() {
    const transaction = (await database()).transaction(['queue', 'keys'], 'readwrite');
    const keys = transaction.objectStore('keys');
    const drop = async () => {
      const writers = new Set((await transaction.objectStore('queue').getAll()).map(({ userId }) => userId));
      const known = await keys.getAllKeys();
      await Promise.all(known.filter((id) => !writers.has(id)).map((id) => keys.delete(id)));
    };
    await Promise.all([drop(), transaction.done]);
  },
});

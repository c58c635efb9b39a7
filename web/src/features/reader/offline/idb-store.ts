import type { FileKey, KeptBook, Sealed } from './kept-book.ts';
import type { KeptStore, QueueEntry } from './kept-store.ts';

const DATABASE = 'kept-books';
const VERSION = 1;
/** A database that is not open after this long is taken for broken (milliseconds). */
const OPEN_MS = 5000;
let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    // Some browsers never answer, neither well nor badly.
    const limit = setTimeout(() => {
      request.onsuccess = () => request.result.close();
      reject(new DOMException('The database does not open', 'TimeoutError'));
    }, OPEN_MS);
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore('books', { keyPath: 'bookId' });
      db.createObjectStore('files');
      db.createObjectStore('queue', { keyPath: 'seq', autoIncrement: true });
      db.createObjectStore('keys');
    };
    request.onsuccess = () => {
      clearTimeout(limit);
      const db = request.result;
      const forget = () => {
        opening = null;
      };
      // Another tab needs a newer shape, or the browser took the database away: the next call opens it anew.
      db.onversionchange = () => {
        db.close();
        forget();
      };
      db.onclose = forget;
      resolve(db);
    };
    request.onerror = () => reject(request.error);
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

type Name = 'books' | 'files' | 'queue' | 'keys';

/** Resolves when the transaction is through, so that "stored" means stored. */
async function run<Result>(
  name: Name,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result> {
  const db = await database();
  return new Promise<Result>((resolve, reject) => {
    const transaction = db.transaction(name, mode, {
      durability: mode === 'readonly' ? 'default' : 'relaxed',
    });
    const request = work(transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request?.result as Result);
    transaction.onabort = () => reject(transaction.error ?? new DOMException('stopped', 'AbortError'));
  });
}

/** Arrays sort after numbers and strings: everything that begins with this book. */
const ofBook = (bookId: string) => IDBKeyRange.bound([bookId], [bookId, []]);

export const idbStore: KeptStore = {
  book: async (bookId) =>
    (await run<KeptBook | undefined>('books', 'readonly', (s) => s.get(bookId))) ?? null,
  books: () => run<KeptBook[]>('books', 'readonly', (s) => s.getAll()),
  async putBook(book) {
    await run('books', 'readwrite', (s) => s.put(book));
  },
  async changeBook(bookId, change) {
    await run('books', 'readwrite', (s) => {
      const asked = s.get(bookId) as IDBRequest<KeptBook | undefined>;
      asked.onsuccess = () => {
        if (asked.result) s.put(change(asked.result));
      };
      return undefined;
    });
  },
  async deleteBook(bookId) {
    await run('books', 'readwrite', (s) => s.delete(bookId));
    await run('files', 'readwrite', (s) => s.delete(ofBook(bookId)));
  },
  file: async (key) => (await run<Sealed | undefined>('files', 'readonly', (s) => s.get([...key]))) ?? null,
  async putFiles(files) {
    await run('files', 'readwrite', (s) => {
      for (const [key, sealed] of files) s.put(sealed, [...key]);
      return undefined;
    });
  },
  async keptPages(bookId) {
    const keys = await run('files', 'readonly', (s) => s.getAllKeys(ofBook(bookId)));
    return new Set((keys as unknown as FileKey[]).map(([, page]) => page).filter((page) => page > 0));
  },
  add: async (entry) => Number(await run('queue', 'readwrite', (s) => s.add(entry))),
  entries: () => run<QueueEntry[]>('queue', 'readonly', (s) => s.getAll()),
  async putEntry(entry) {
    await run('queue', 'readwrite', (s) => {
      const asked = s.getKey(entry.seq);
      asked.onsuccess = () => {
        if (asked.result !== undefined) s.put(entry);
      };
      return undefined;
    });
  },
  async deleteEntry(seq) {
    await run('queue', 'readwrite', (s) => s.delete(seq) as IDBRequest<undefined>);
  },
  personKey: async (userId) =>
    (await run<CryptoKey | undefined>('keys', 'readonly', (s) => s.get(userId))) ?? null,
  async putPersonKey(userId, key) {
    await run('keys', 'readwrite', (s) => s.put(key, userId));
  },
  async dropUnusedKeys() {
    const db = await database();
    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction(['queue', 'keys'], 'readwrite');
      const keys = transaction.objectStore('keys');
      const asked = transaction.objectStore('queue').getAll() as IDBRequest<QueueEntry[]>;
      asked.onsuccess = () => {
        const writers = new Set(asked.result.map((entry) => entry.userId));
        const known = keys.getAllKeys();
        known.onsuccess = () => {
          for (const userId of known.result) if (!writers.has(String(userId))) keys.delete(userId);
        };
      };
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('stopped', 'AbortError'));
    });
  },
};

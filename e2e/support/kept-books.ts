import type { Page } from '@playwright/test';

/** Everything that the browser stores for this origin, as bytes and words, as a thief of its files would search it. */
export interface Stored {
  readonly books: number;
  readonly files: number;
  readonly queue: number;
  /** The number of readers' keys for queued changes. */
  readonly keys: number;
  readonly caches: readonly string[];
  /** The searched texts that were found anywhere. */
  readonly found: readonly string[];
  readonly extractableKeys: number;
}

/** Searches every database and every cache for the texts (and the first bytes of images and PDFs). */
export const scanStored = (page: Page, texts: readonly string[]): Promise<Stored> =>
  page.evaluate(async (wanted) => {
    const found = new Set<string>();
    let extractableKeys = 0;
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const latin = new TextDecoder('latin1');
    const utf8 = new TextDecoder();
    const look = (bytes: ArrayBuffer, inCache = false) => {
      const head = latin.decode(bytes.slice(0, 12));
      if (/^RIFF[\s\S]{4}WEBP|^\x89PNG|^\xff\xd8\xff|^%PDF/.test(head)) found.add('a picture or PDF');
      if (inCache || bytes.byteLength < 5_000_000) {
        const text = utf8.decode(bytes);
        for (const each of wanted) if (text.includes(each)) found.add(each);
      }
    };
    const walk = (value: unknown): void => {
      if (value instanceof ArrayBuffer) look(value);
      else if (ArrayBuffer.isView(value)) look(value.buffer.slice(0) as ArrayBuffer);
      else if (value instanceof CryptoKey) extractableKeys += value.extractable ? 1 : 0;
      else if (typeof value === 'string') look(new TextEncoder().encode(value).buffer as ArrayBuffer);
      else if (value && typeof value === 'object') for (const each of Object.values(value)) walk(each);
    };
    const counts: Record<string, number> = {};
    for (const { name } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name as string));
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store);
        const values = await asked(objects.getAll());
        counts[store] = values.length;
        for (const value of values) walk(value);
      }
      db.close();
    }
    const names = await caches.keys();
    for (const name of names) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.includes('/page-files/')) found.add('a page file in a cache');
        // The app's own code and fonts are there; none of them is an image.
        const kept = await cache.match(request);
        if (kept) look(await kept.arrayBuffer(), true);
      }
    }
    for (const store of [localStorage, sessionStorage]) for (const value of Object.values(store)) walk(value);
    const { books = 0, files = 0, queue = 0, keys = 0 } = counts;
    return { books, files, queue, keys, caches: names, found: [...found], extractableKeys };
  }, texts);

/** The page at which the device would open its offline book. */
export const keptPlace = (page: Page): Promise<number | null> =>
  page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await asked(indexedDB.open('kept-books'));
    const [book] = await asked(db.transaction('books').objectStore('books').getAll());
    db.close();
    return (book as { place?: { page: number } } | undefined)?.place?.page ?? null;
  });

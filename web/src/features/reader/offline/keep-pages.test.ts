import { webcrypto } from 'node:crypto';
import type { PageText } from '@vesalius/contract/reader-text';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FetchFile, keepPages } from './keep-pages.ts';
import type { KeptBook } from './kept-book.ts';
import { readKeptFile, readPiece } from './kept-files.ts';
import type { KeptStore } from './kept-store.ts';
import { memoryStore } from './memory-store.ts';
import { newKey } from './seal.ts';

// jsdom has no `crypto.subtle`.
vi.stubGlobal('crypto', webcrypto);

const textOf = (page: number): PageText => ({
  width: 1,
  height: 1,
  words: [
    [0, 0, 0.1, 0.1, 'page'],
    [0.2, 0, 0.1, 0.1, `${page}`],
  ],
});
/** Page 3 is a scan: no text. */
const fetchFile: FetchFile = async (page, file) =>
  file === 'text.json'
    ? page === 3
      ? null
      : (new TextEncoder().encode(JSON.stringify(textOf(page))).buffer as ArrayBuffer)
    : (new TextEncoder().encode(`${file} of ${page}`).buffer as ArrayBuffer);

describe('downloading the pages of a book', () => {
  let store: KeptStore;
  let book: KeptBook;
  const go = new AbortController().signal;
  beforeEach(async () => {
    store = memoryStore();
    book = {
      bookId: 'b1',
      userId: 'u1',
      title: '',
      author: '',
      revision: 1,
      pages: 12,
      key: await newKey(),
      grant: 'kept.a',
      validUntil: Number.MAX_SAFE_INTEGER,
      clockAhead: 0,
      lastSeen: 0,
      renewedAt: 0,
      state: 'keeping',
      pagesDone: 0,
      bytes: 0,
      outdated: false,
      place: null,
    };
    await store.putBook(book);
  });
  const kept = () => store.book('b1') as Promise<KeptBook>;

  it('encrypts all files of all pages, counts them, and collects the words for searching', async () => {
    const progress: number[] = [];
    await keepPages(store, book, fetchFile, go, (pages) => progress.push(pages));
    expect(progress).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    const now = await kept();
    expect(now.pagesDone).toBe(12);
    expect(now.bytes).toBeGreaterThan(12 * 3 * 16);
    const file = await readKeptFile(
      store,
      { bookId: 'b1', revision: 1, page: 7, file: '2x.webp', grant: 'kept.a' },
      0,
    );
    expect(new TextDecoder().decode(file as ArrayBuffer)).toBe('2x.webp of 7');
    const words = await readPiece<string[]>(store, book, 'words');
    expect(words?.[6]).toBe('page 7');
    expect(words?.[2]).toBe('');
  });

  it('stops on request, and continues with the missing pages', async () => {
    const stop = new AbortController();
    await expect(
      keepPages(store, book, fetchFile, stop.signal, (pages) => pages === 5 && stop.abort()),
    ).rejects.toMatchObject({ name: 'AbortError' });
    const half = await kept();
    expect(half.pagesDone).toBeLessThan(12);
    const asked = new Set<number>();
    const counting: FetchFile = (page, file, signal) => {
      asked.add(page);
      return fetchFile(page, file, signal);
    };
    await keepPages(store, half, counting, go, () => {});
    expect(asked.size).toBe(12 - half.pagesDone);
    expect((await kept()).pagesDone).toBe(12);
  });

  it('stops at the first failure, and keeps stored pages', async () => {
    const full: FetchFile = async (page, file, signal) => {
      if (page === 6) throw new DOMException('full', 'QuotaExceededError');
      return fetchFile(page, file, signal);
    };
    await expect(keepPages(store, book, full, go, () => {})).rejects.toMatchObject({
      name: 'QuotaExceededError',
    });
    expect((await kept()).pagesDone).toBeGreaterThanOrEqual(3);
    expect((await kept()).pagesDone).toBeLessThan(12);
  });

  it('leaves nothing behind when the book is removed meanwhile', async () => {
    await expect(
      keepPages(store, book, fetchFile, go, (pages) => {
        if (pages === 4) void store.deleteBook('b1');
      }),
    ).rejects.toThrow();
    await vi.waitFor(async () => expect((await store.keptPages('b1')).size).toBe(0));
  });
});

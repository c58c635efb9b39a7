import { webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type KeptBook, placeOf } from './kept-book.ts';
import { readKeptFile, readPiece, writePiece } from './kept-files.ts';
import type { KeptStore } from './kept-store.ts';
import { memoryStore } from './memory-store.ts';
import { newKey, seal, unseal } from './seal.ts';

// jsdom has no `crypto.subtle`.
vi.stubGlobal('crypto', webcrypto);

const NOW = Date.parse('2026-11-20T12:00:00Z');
const WEBP = new TextEncoder().encode('RIFF....WEBPVP8 the mitral valve');

const keptBook = async (more: Partial<KeptBook> = {}): Promise<KeptBook> => ({
  bookId: 'b1',
  userId: 'u1',
  title: 'The Heart',
  author: 'A. Writer',
  revision: 3,
  pages: 40,
  key: await newKey(),
  grant: 'kept.abc',
  validUntil: NOW + 86_400_000,
  clockAhead: 0,
  lastSeen: NOW - 1000,
  renewedAt: NOW - 1000,
  state: 'kept',
  pagesDone: 40,
  bytes: 0,
  outdated: false,
  place: null,
  ...more,
});

describe('an offline page', () => {
  let store: KeptStore;
  let book: KeptBook;
  const asked = { bookId: 'b1', revision: 3, page: 7, file: '1x.webp', grant: 'kept.abc' };
  beforeEach(async () => {
    store = memoryStore();
    book = await keptBook();
    await store.putBook(book);
    await store.putFiles([[['b1', 7, '1x.webp'], await seal(book.key, WEBP, placeOf(book, 7, '1x.webp'))]]);
  });

  it('opens with the local grant, byte for byte', async () => {
    const content = new Uint8Array((await readKeptFile(store, asked, NOW)) as ArrayBuffer);
    expect([...content]).toEqual([...WEBP]);
  });

  it('is stored without readable content, and scripts cannot export its key', async () => {
    const sealed = await store.file(['b1', 7, '1x.webp']);
    const stored = new TextDecoder('latin1').decode(sealed?.data);
    for (const trace of ['RIFF', 'WEBP', 'mitral']) expect(stored).not.toContain(trace);
    expect(book.key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', book.key)).rejects.toThrow();
  });

  it.each([
    ['another grant', { grant: 'kept.x' }],
    ['another edition', { revision: 4 }],
    ['a page that is not kept', { page: 8 }],
    ['another book', { bookId: 'b2' }],
  ])('does not open for %s', async (_what, part) => {
    expect(await readKeptFile(store, { ...asked, ...part }, NOW)).toBeNull();
  });

  it('does not open after the license or with the clock turned back, and opens again when renewed', async () => {
    expect(await readKeptFile(store, asked, book.validUntil + 1)).toBeNull();
    expect(await readKeptFile(store, asked, NOW + 3_600_000)).not.toBeNull();
    // The book was open for an hour; now the clock is set back before that.
    expect(await readKeptFile(store, asked, NOW)).toBeNull();
    await store.changeBook('b1', (stored) => ({ ...stored, lastSeen: NOW }));
    expect(await readKeptFile(store, asked, NOW)).not.toBeNull();
  });

  it('does not open in another place, with another key, or with a changed byte', async () => {
    const sealed = (await store.file(['b1', 7, '1x.webp']))!;
    await expect(unseal(book.key, sealed, placeOf(book, 8, '1x.webp'))).rejects.toThrow();
    const others = { ...book, userId: 'u2' };
    await expect(unseal(book.key, sealed, placeOf(others, 7, '1x.webp'))).rejects.toThrow();
    await expect(unseal(await newKey(), sealed, placeOf(book, 7, '1x.webp'))).rejects.toThrow();
    const data = sealed.data.slice(0);
    new Uint8Array(data)[5]! ^= 1;
    await expect(unseal(book.key, { ...sealed, data }, placeOf(book, 7, '1x.webp'))).rejects.toThrow();
  });

  it('is deleted with its book, and other books stay', async () => {
    await store.putBook(await keptBook({ bookId: 'b2' }));
    await store.deleteBook('b1');
    expect(await store.file(['b1', 7, '1x.webp'])).toBeNull();
    expect((await store.books()).map((each) => each.bookId)).toEqual(['b2']);
  });
});

it('restores responses, notes and words of an offline book unchanged', async () => {
  const store = memoryStore();
  const book = await keptBook();
  await store.putBook(book);
  await writePiece(store, book, 'words', ['قلب', 'Ménière']);
  expect(await readPiece(store, book, 'words')).toEqual(['قلب', 'Ménière']);
  expect(await readPiece(store, book, 'notes')).toBeNull();
});

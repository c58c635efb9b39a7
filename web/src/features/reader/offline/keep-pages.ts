import type { PageText } from '@vesalius/contract/reader-text';
import { KEPT_FILES, plainPageText } from '@vesalius/contract/reader-text';
import { type FileKey, type KeptBook, placeOf, type Sealed } from './kept-book.ts';
import { writePiece } from './kept-files.ts';
import type { KeptStore } from './kept-store.ts';
import { seal, unseal } from './seal.ts';

/** Pages that load at the same time: few, so that reading meanwhile stays fast. */
const CONCURRENCY = 3;

/** Null: the page has no such file (a scan without text). */
export type FetchFile = (page: number, file: string, signal: AbortSignal) => Promise<ArrayBuffer | null>;

/** Downloads and encrypts missing files page by page, so that it can stop anywhere and continue later. */
export async function keepPages(
  store: KeptStore,
  book: KeptBook,
  fetchFile: FetchFile,
  signal: AbortSignal,
  onProgress: (pagesDone: number, bytes: number) => void,
): Promise<void> {
  const kept = await store.keptPages(book.bookId);
  const missing = Array.from({ length: book.pages }, (_, index) => index + 1).filter(
    (page) => !kept.has(page),
  );
  let { bytes } = book;
  let pagesDone = book.pages - missing.length;
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const work = async () => {
    for (let page = missing.shift(); page !== undefined; page = missing.shift()) {
      either.throwIfAborted();
      const files = await fetchPage(book, page, fetchFile, either);
      await store.putFiles(files);
      await demandRecord(store, book);
      bytes += files.reduce((sum, [, sealed]) => sum + sealed.data.byteLength, 0);
      pagesDone += 1;
      const now = { bytes, pagesDone };
      await store.changeBook(book.bookId, (stored) => ({ ...stored, ...now }));
      onProgress(pagesDone, bytes);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    stop.abort();
  }
  signal.throwIfAborted();
  await keepWords(store, book);
}

/**
 * The book was removed, or its reader signed out, while pages loaded: pages that arrived afterwards are deleted, too.
 */
async function demandRecord(store: KeptStore, { bookId, grant }: KeptBook): Promise<void> {
  const now = await store.book(bookId);
  if (now?.grant === grant) return;
  if (!now) await store.deleteBook(bookId);
  throw new DOMException('the book was removed', 'AbortError');
}

async function fetchPage(
  book: KeptBook,
  page: number,
  fetchFile: FetchFile,
  signal: AbortSignal,
): Promise<(readonly [FileKey, Sealed])[]> {
  const sealed = await Promise.all(
    KEPT_FILES.map(async (file) => {
      const content = await fetchFile(page, file, signal);
      if (!content) return null;
      const key: FileKey = [book.bookId, page, file];
      return [key, await seal(book.key, content, placeOf(book, page, file))] as const;
    }),
  );
  return sealed.filter((each) => each !== null);
}

/** Stores the words of all pages as one item: a search reads one item instead of a thousand. */
async function keepWords(store: KeptStore, book: KeptBook): Promise<void> {
  const texts: string[] = [];
  for (let page = 1; page <= book.pages; page += 1) {
    const sealed = await store.file([book.bookId, page, 'text.json']);
    const content = sealed && (await unseal(book.key, sealed, placeOf(book, page, 'text.json')));
    texts.push(
      content ? plainPageText((JSON.parse(new TextDecoder().decode(content)) as PageText).words).text : '',
    );
  }
  await writePiece(store, book, 'words', texts);
}

import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { buildPostings, INDEX_VERSION, PAGES } from './build-postings.ts';
import { findDigest, findUnindexedBook, getBookText, replacePostings } from './search-queries.ts';

/** Makes the ranked index of a book from the pages and headings that are stored, where it is not that already. */
export async function indexBook(tx: Tx, bookId: string): Promise<void> {
  const text = await getBookText(tx, bookId);
  const digest = createHash('md5')
    .update(JSON.stringify([INDEX_VERSION, text]))
    .digest('hex');
  if ((await findDigest(tx, bookId, PAGES)) === digest) return;
  await replacePostings(tx, { bookId, layer: PAGES }, { ...(await buildPostings(text)), digest });
}

/** Indexes a book that was published before there was an index; false = there is none left. */
export async function indexNextBook(tx: Tx): Promise<boolean> {
  const bookId = await findUnindexedBook(tx);
  if (bookId === null) return false;
  await indexBook(tx, bookId);
  return true;
}

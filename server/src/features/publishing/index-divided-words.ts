import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { publishingJobs } from './jobs.ts';
import { indexPages, listDividedPages } from './store/content-queries.ts';

/** Pages per transaction: a second or two, then other work can run. */
const PAGES_A_RUN = 200;

/** The last page that was indexed. */
export interface IndexedTo {
  readonly bookId: string;
  readonly page: number;
}

/**
 * Rebuilds the search index of pages that were imported before hyphenated words were found with and without the
 * hyphen, in batches, in page order. Each run enqueues the next one, so the work resumes after a restart. Indexing a
 * page twice is harmless.
 */
export async function indexDividedWords(
  { db }: Pick<Deps, 'db'>,
  after: IndexedTo | null,
  pagesARun = PAGES_A_RUN,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const pages = await listDividedPages(tx, after, pagesARun);
    await indexPages(tx, pages);
    const last = pages.at(-1);
    if (last && pages.length === pagesARun)
      await enqueue(tx, publishingJobs.indexDividedWords({ book_id: last.bookId, page: last.page }));
    return pages.length;
  });
}

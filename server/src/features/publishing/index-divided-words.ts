import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { publishingJobs } from './jobs.ts';
import { indexPages, listDividedPages } from './store/content-queries.ts';

/** Of one transaction: a second or two, after which others are let in. */
const PAGES_A_RUN = 200;

/** The last page that was looked at. */
export interface IndexedTo {
  readonly bookId: string;
  readonly page: number;
}

/**
 * Pages that were imported before words with a hyphen were found with and without it: their search index is made anew,
 * some at a time in the order of the pages. Each run enqueues the next one, so that it goes on where it stopped; a page
 * that is indexed twice is as if once.
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

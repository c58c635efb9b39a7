import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { indexNextBook } from '../search/index-book.ts';
import { indexMaterials, indexNextMaterials } from '../search/index-materials.ts';
import { publishingJobs } from './jobs.ts';

/**
 * Indexes one book that was published before ranked search existed, and enqueues the next run: readers of other books
 * never wait, and the work resumes after a restart.
 */
export const indexSearch = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await indexNextBook(tx)) await enqueue(tx, publishingJobs.indexSearch({}));
  });

/** Indexes the lectures of a book, or of one that was published before they were searched, as above. */
export async function indexBookMaterials(deps: Deps, bookId: string | null): Promise<void> {
  if (bookId) return indexMaterials(deps, bookId);
  if (await indexNextMaterials(deps)) await enqueue(deps.db, publishingJobs.indexMaterials({}));
}

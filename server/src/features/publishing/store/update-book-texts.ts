import { oneRun } from '@vesalius/contract/page-runs';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { readerJobs } from '../../reader/jobs.ts';
import { indexBook } from '../../search/index-book.ts';
import { type PageSetId, setName } from '../page-sets/page-set-queries.ts';
import { lockBooksOfSet, updatePageTexts } from './content-queries.ts';

/** Books that show pages of the set get their texts, by the page of the set; notes find their quotes again. */
export async function updateBookTexts(
  tx: Tx,
  set: PageSetId,
  texts: ReadonlyMap<number, string>,
): Promise<void> {
  for (const { bookId, pages, runs } of await lockBooksOfSet(tx, set)) {
    const rows: { page: number; text: string }[] = [];
    for (const run of runs ?? oneRun(set.workId, set.number, pages)) {
      if (run.set !== setName(set)) continue;
      for (let page = run.first; page <= run.last; page += 1) {
        const text = texts.get(run.from + page - run.first);
        if (text !== undefined) rows.push({ page, text });
      }
    }
    if ((await updatePageTexts(tx, bookId, rows)) === 0) continue;
    await indexBook(tx, bookId);
    await enqueue(tx, readerJobs.reanchorAnnotations({ book_id: bookId }));
  }
}

import { oneRun } from '@vesalius/contract/page-runs';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { readerJobs } from '../../reader/jobs.ts';
import { indexBook } from '../../search/index-book.ts';
import { type PageSetId, setName } from '../page-sets/page-set-queries.ts';
import { readTitles } from '../pages/outline-titles.ts';
import { listOutline, lockBooksOfSet, replaceOutline, updatePageTexts } from './content-queries.ts';

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
    const changed = await updatePageTexts(tx, bookId, rows);
    const titles = await correctOutline(tx, bookId, new Map(rows.map(({ page, text }) => [page, text])));
    if (changed + titles === 0) continue;
    await indexBook(tx, bookId);
    await enqueue(tx, readerJobs.reanchorAnnotations({ book_id: bookId }));
  }
}

/** Returns how many titles of the book's outline are read otherwise on their pages. */
async function correctOutline(tx: Tx, bookId: string, texts: ReadonlyMap<number, string>): Promise<number> {
  const outline = await listOutline(tx, bookId);
  const read = readTitles(outline, (page) => texts.get(page) ?? '');
  const others = read.filter(({ title }, at) => title !== outline[at]?.title);
  if (others.length > 0) await replaceOutline(tx, bookId, read);
  return others.length;
}

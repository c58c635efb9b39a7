import type { PageRect } from '@vesalius/contract/atoms';
import { type PageRun, pageInSet } from '@vesalius/contract/page-runs';
import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { folderOfPage, type PageText } from '@vesalius/contract/reader-text';
import type { Deps } from '../../platform/deps.ts';
import { listAnnotationsOfBook, listPageTexts, updateAnchor } from './annotation-queries.ts';
import { correctedQuote, type FoundQuote, quoteFinder } from './find-quote.ts';
import { runsOf } from './page-files.ts';
import { findRelease } from './queries.ts';

/**
 * After a new revision: finds every quote again and moves its note. A note whose quote was removed keeps its page and
 * is marked as an orphan: it stays listed, and is found again if the passage returns. Idempotent.
 */
export async function reanchorAnnotations(
  deps: Pick<Deps, 'db' | 'storage'>,
  bookId: string,
): Promise<{ moved: number; orphaned: number }> {
  const book = await findRelease(deps.db, bookId);
  const annotations = await listAnnotationsOfBook(deps.db, bookId);
  const result = { moved: 0, orphaned: 0 };
  if (!book || annotations.length === 0) return result;
  const pages = await listPageTexts(deps.db, bookId);
  const textOf = new Map(pages.map(({ page, text }) => [page, text]));
  const findQuote = quoteFinder(pages);
  for (const annotation of annotations) {
    // A note on the page as a whole stays while the page exists.
    if (annotation.quote === '' && annotation.pageNumber <= book.pages) continue;
    const found = findQuote(annotation);
    if (!found) {
      result.orphaned += 1;
      const pageNumber = Math.min(annotation.pageNumber, book.pages);
      await updateAnchor(deps.db, {
        id: annotation.id,
        pageNumber,
        rects: [],
        orphaned: true,
        quote: annotation,
      });
      continue;
    }
    const rects = await boxesOf(deps, runsOf(book), found);
    const stays =
      !annotation.orphaned &&
      !found.isCorrected &&
      found.page === annotation.pageNumber &&
      JSON.stringify(rects) === JSON.stringify(annotation.rects);
    if (stays) continue;
    result.moved += 1;
    const quote = found.isCorrected
      ? correctedQuote(annotation, found, textOf.get(found.page) ?? '')
      : annotation;
    await updateAnchor(deps.db, { id: annotation.id, pageNumber: found.page, rects, orphaned: false, quote });
  }
  return result;
}

async function boxesOf(
  { storage }: Pick<Deps, 'storage'>,
  runs: readonly PageRun[],
  { page, start, end }: FoundQuote,
): Promise<PageRect[]> {
  const place = pageInSet(runs, page);
  if (!place) return [];
  const parts: Uint8Array[] = [];
  for await (const part of storage.read(`${folderOfPage(place)}/text.json`)) parts.push(part);
  const { words } = JSON.parse(Buffer.concat(parts).toString('utf8')) as PageText;
  return boxesOfRange(words, { start, end });
}

import type { Db, Tx } from '../../platform/database/database.ts';
import { listPageTexts } from './annotation-queries.ts';
import { findPageMoves, type PageMoves, type TextOfPage } from './page-moves.ts';
import { findRelease, recountChapterReads, updateMovedProgress } from './queries.ts';

/** The moves from the revision that stands now to one that is about to be published. */
export interface MovesFromRevision extends PageMoves {
  readonly revision: number;
}

/** Compares a book's text with what it will be. Before the transaction that publishes: a long book takes seconds. */
export async function comparePages(
  db: Db,
  bookId: string,
  pages: readonly TextOfPage[],
): Promise<MovesFromRevision> {
  const revision = (await findRelease(db, bookId))?.revision ?? 0;
  if (revision === 0) return { revision, places: [], shown: [] };
  return { revision, ...findPageMoves(await listPageTexts(db, bookId), pages) };
}

/** In the transaction that publishes: readers go on at the text where they stopped. */
export async function moveProgress(
  tx: Tx,
  bookId: string,
  { places, shown }: PageMoves,
  { pages, changedChapters }: { pages: number; changedChapters: readonly string[] },
): Promise<void> {
  const stays = places.every(({ page, target }) => page === target);
  if (!stays) await updateMovedProgress(tx, { bookId, places, shown, pages });
  // Last: a reader whose page is stored at this moment counts by the chapters of before.
  if (changedChapters.length > 0) await recountChapterReads(tx, changedChapters);
}

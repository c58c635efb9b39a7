import type { Db, Tx } from '../../platform/database/database.ts';
import { listPageTexts } from './annotation-queries.ts';
import { findPageMoves, type PageMoves, type TextOfPage } from './page-moves.ts';
import { recountChapterReads, updateMovedProgress } from './progress-queries.ts';
import { findRelease } from './queries.ts';

/** The moves from the current revision to the one that is about to be published. */
export interface MovesFromRevision extends PageMoves {
  readonly revision: number;
}

/**
 * Compares a book's current text with its next one. Call it before the publishing transaction, because a long book
 * takes seconds.
 */
export async function comparePages(
  db: Db,
  bookId: string,
  pages: readonly TextOfPage[],
): Promise<MovesFromRevision> {
  const revision = (await findRelease(db, bookId))?.revision ?? 0;
  if (revision === 0) return { revision, places: [], shown: [] };
  return { revision, ...(await findPageMoves(await listPageTexts(db, bookId), pages)) };
}

/**
 * Moves reading positions in the publishing transaction, so that readers continue at the text where they stopped; and
 * bookmarks and notes on whole pages, which have no quote that finds them again.
 */
export async function moveProgress(
  tx: Tx,
  bookId: string,
  { places, shown }: PageMoves,
  { pages, changedChapters }: { pages: number; changedChapters: readonly string[] },
): Promise<void> {
  const stays = places.every(({ page, target }) => page === target);
  if (!stays) await updateMovedProgress(tx, { bookId, places, shown, pages });
  // Last, because a reader whose page is stored concurrently is counted by the former chapters.
  if (changedChapters.length > 0) await recountChapterReads(tx, changedChapters);
}

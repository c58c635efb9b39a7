import type { Db } from '../../platform/database/database.ts';
import { type LibraryPageRow, listLibraryPages } from './library-queries.ts';
import { rankBookPages } from './rank-book-pages.ts';

/** The pages of a book that say most about a question, best first, with their text. The caller has checked access. */
export async function rankPassagesOfBook(
  db: Db,
  bookId: string,
  { question, limit, now }: { question: string; limit: number; now: Date },
): Promise<LibraryPageRow[]> {
  const ranking = await rankBookPages(db, { bookId, wholeBook: true }, question);
  const best = ranking?.pages.slice(0, limit) ?? [];
  const rows = await listLibraryPages(db, { readable: [bookId], now }, best);
  return best.flatMap(({ page }) => rows.find((row) => row.page === page) ?? []);
}

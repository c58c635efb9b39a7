import { pageInSet } from '@vesalius/contract/page-runs';
import { folderOfPage, KEPT_FILES } from '@vesalius/contract/reader-text';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { runsOf } from './page-files.ts';
import { findRelease } from './queries.ts';

/** Enough for an estimate within a few percent, and few enough for a store that answers requests one by one. */
const MEASURED_PAGES = 24;

/** Estimates the size of an offline book from pages that are spread evenly over it. */
export async function measureOfflineBook(
  deps: Deps,
  actor: Actor,
  bookId: string,
): Promise<{ pages: number; bytes: number }> {
  await demandAccess(deps.db, actor, bookId, deps.clock.now());
  const book = await findRelease(deps.db, bookId);
  demand(book, 'not_found');
  const { pages } = book;
  const runs = runsOf(book);
  const count = Math.min(MEASURED_PAGES, pages);
  const measured = Array.from(
    { length: count },
    (_, index) => 1 + Math.floor(((index + 0.5) * pages) / count),
  );
  const sizes = await Promise.all(
    measured.flatMap((page) => {
      const place = pageInSet(runs, page);
      return KEPT_FILES.map(async (file) => {
        const found = place && (await deps.storage.find(`${folderOfPage(place)}/${file}`));
        return found?.size ?? 0;
      });
    }),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  return { pages, bytes: count === 0 ? 0 : Math.round((sum / count) * pages) };
}

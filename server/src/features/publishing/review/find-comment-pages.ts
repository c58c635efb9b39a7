import type { Db } from '../../../platform/database/database.ts';
import type { FollowedPages } from '../page-moves/follow-pages.ts';
import type { PageComparisons } from '../page-moves/read-page-moves.ts';
import { findPageSet, findSetWithRuns } from '../page-sets/page-set-queries.ts';
import { findShownRuns, listCommentedPages, type StoredPage } from './comment-queries.ts';
import { pageOfPlace } from './page-of-place.ts';

export interface CommentPages {
  /** The present number of the page; null if the book does not contain it any more. */
  readonly pageOf: (place: StoredPage) => number | null;
  /** The stored pages that are this page at present. */
  readonly placesOf: (page: number) => StoredPage[];
}

/**
 * Finds the pages of a work's comments. A comment stays with its page also when the page was corrected: pages whose
 * content is not in the book any more are followed like everything else that belongs to a page of a replaced PDF.
 */
export async function findCommentPages(
  db: Db,
  workId: string,
  comparisons: PageComparisons,
): Promise<CommentPages> {
  const [runs, places] = await Promise.all([findShownRuns(db, workId), listCommentedPages(db, workId)]);
  const exact = ({ pageSet, pageOfSet }: StoredPage) =>
    pageSet !== null && pageOfSet !== null ? pageOfPlace(runs, { set: pageSet, page: pageOfSet }) : null;
  const lost = places.filter((place) => exact(place) === null);
  const followed = new Map<string, FollowedPages>();
  const shown = lost.length > 0 ? await findSetWithRuns(db, workId, runs) : null;
  for (const name of shown ? new Set(lost.flatMap(({ pageSet }) => pageSet ?? [])) : []) {
    const former = await findPageSet(db, { workId, number: Number(name.split('/')[1]) });
    if (shown && former?.runs) followed.set(name, await comparisons.follow(db, former, shown));
  }
  const pageOf = (place: StoredPage): number | null => {
    const to = followed.get(place.pageSet ?? '')?.places.get(place.pageOfSet ?? 0);
    return exact(place) ?? (to?.state === 'found' ? to.page : null);
  };
  return { pageOf, placesOf: (page) => places.filter((place) => pageOf(place) === page) };
}

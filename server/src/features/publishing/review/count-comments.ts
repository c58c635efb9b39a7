import type { AnswerInputOf } from '@vesalius/contract/endpoints';
import type { WorkCommentsEndpoints } from '@vesalius/contract/work-comments';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { PageComparisons } from '../page-moves/read-page-moves.ts';
import { demandWork } from '../studio/access.ts';
import { countCommentsByPlace } from './comment-list-queries.ts';
import { findCommentPages } from './find-comment-pages.ts';

/** Counts by the page numbers of the present preview. A comment whose page is gone counts for the whole book only. */
export async function countComments(
  db: Db,
  actor: Actor,
  workId: string,
  comparisons: PageComparisons,
): Promise<AnswerInputOf<WorkCommentsEndpoints['countWorkComments']>> {
  await demandWork(db, actor, workId, 'review');
  const [places, { pageOf }] = await Promise.all([
    countCommentsByPlace(db, workId),
    findCommentPages(db, workId, comparisons),
  ]);
  const pages = new Map<number, number>();
  for (const { thingPage, open, ...place } of places) {
    const page = thingPage ?? pageOf(place);
    if (page && open > 0) pages.set(page, (pages.get(page) ?? 0) + open);
  }
  return {
    open: places.reduce((sum, { open }) => sum + open, 0),
    settled: places.reduce((sum, { settled }) => sum + settled, 0),
    pages: [...pages].map(([page, open]) => ({ page, open })).sort((one, other) => one.page - other.page),
  };
}

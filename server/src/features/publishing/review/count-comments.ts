import type { AnswerInputOf } from '@vesalius/contract/endpoints';
import type { WorkCommentsEndpoints } from '@vesalius/contract/work-comments';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { countCommentsByPlace } from './comment-list-queries.ts';
import { findShownRuns } from './comment-queries.ts';
import { pageOfPlace } from './page-of-place.ts';

/** Counts by the page numbers of the present preview. A comment whose page is gone counts for the whole book only. */
export async function countComments(
  db: Db,
  actor: Actor,
  workId: string,
): Promise<AnswerInputOf<WorkCommentsEndpoints['countWorkComments']>> {
  await demandWork(db, actor, workId, 'review');
  const [places, runs] = await Promise.all([countCommentsByPlace(db, workId), findShownRuns(db, workId)]);
  const pages = new Map<number, number>();
  for (const { thingPage, pageSet, pageOfSet, open } of places) {
    const stored = pageSet && pageOfSet ? pageOfPlace(runs, { set: pageSet, page: pageOfSet }) : null;
    const page = thingPage ?? stored;
    if (page && open > 0) pages.set(page, (pages.get(page) ?? 0) + open);
  }
  return {
    open: places.reduce((sum, { open }) => sum + open, 0),
    settled: places.reduce((sum, { settled }) => sum + settled, 0),
    pages: [...pages].map(([page, open]) => ({ page, open })).sort((one, other) => one.page - other.page),
  };
}

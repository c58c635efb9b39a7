import type { WorkComment } from '@vesalius/contract/work-comments';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { findPreviewRuns, listComments } from './comment-queries.ts';
import { pageOfPlace } from './page-of-place.ts';

/** With the pages as the preview numbers them now. */
export async function readComments(
  db: Db,
  actor: Actor,
  workId: string,
): Promise<{ comments: WorkComment[] }> {
  await demandWork(db, actor, workId, 'review');
  const [rows, runs] = await Promise.all([listComments(db, workId), findPreviewRuns(db, workId)]);
  const comments = rows.map((row) => ({
    ...{ id: row.id, answers: row.answers, text: row.text, user_name: row.userName },
    is_own: row.userId === actor.userId,
    page:
      row.pageSet && row.pageOfSet
        ? pageOfPlace(runs ?? [], { set: row.pageSet, page: row.pageOfSet })
        : null,
    made_at: row.madeAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
    settled_by: row.settledBy,
  }));
  return { comments };
}

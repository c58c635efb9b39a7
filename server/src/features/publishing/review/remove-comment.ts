import { recordAudit } from '../../../platform/audit.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { deleteComment } from './comment-queries.ts';
import { type CommentOf, holdComment } from './hold-comment.ts';

/**
 * Removes the user's own comment, unless other users answered it; staff remove any. Removing a deleted comment
 * succeeds.
 */
export const removeComment = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ids: CommentOf,
): Promise<void> =>
  holdComment(deps, actor, ids, async (tx, comment) => {
    if (!comment) return;
    const isOwn = comment.userId === actor.userId && !comment.isAnsweredByOthers;
    demand(isOwn || actor.role === 'staff', 'not_allowed');
    await deleteComment(tx, ids.id);
    if (isOwn) return;
    // Records the author and the number of answers, but not the words, which may be the reason for the removal.
    const detail = { comment_id: ids.id, written_by: comment.userId, answers: comment.answerCount };
    await recordAudit(
      tx,
      {
        ...{ actorId: actor.userId, action: 'work.remove-comment', subjectType: 'book' },
        ...{ subjectId: ids.workId, detail },
      },
      deps.clock.now(),
    );
  });

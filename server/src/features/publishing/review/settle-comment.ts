import { MAX_OPEN_COMMENTS_PER_WORK } from '@vesalius/contract/studio-limits';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { countOpenComments, updateSettled } from './comment-queries.ts';
import { type CommentOf, holdComment } from './hold-comment.ts';

/** Every user who may read the work can settle and reopen comments. Idempotent. */
export const settleComment = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ids: CommentOf,
  isSettled: boolean,
): Promise<void> =>
  holdComment(deps, actor, ids, async (tx, comment) => {
    if (!comment || comment.answers !== null) throw new ProductError('not_found');
    if (comment.isSettled === isSettled) return;
    if (!isSettled) {
      const open = await countOpenComments(tx, ids.workId);
      demand(open + 1 + comment.answerCount <= MAX_OPEN_COMMENTS_PER_WORK, 'too_many_comments');
    }
    await updateSettled(tx, ids.id, isSettled ? actor.userId : null, deps.clock.now());
  });

import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { demandWork } from '../studio/access.ts';
import { lockWork } from '../works/work-queries.ts';
import { deleteComment, type FoundComment, findComment, updateSettled } from './comment-queries.ts';

interface CommentOf {
  readonly workId: string;
  readonly id: string;
}

/** Everybody who may read the work settles comments and opens them again. Twice is once. */
export const settleComment = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ids: CommentOf,
  isSettled: boolean,
): Promise<void> =>
  withComment(deps, actor, ids, async (tx, comment) => {
    if (!comment || comment.answers !== null) throw new ProductError('not_found');
    await updateSettled(tx, ids.id, isSettled ? actor.userId : null, deps.clock.now());
  });

/** One's own, as long as it takes nobody else's answer with it. One that is gone is gone. */
export const removeComment = (
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  ids: CommentOf,
): Promise<void> =>
  withComment(deps, actor, ids, async (tx, comment) => {
    if (!comment) return;
    demand(comment.userId === actor.userId && !comment.isAnsweredByOthers, 'not_allowed');
    await deleteComment(tx, ids.id);
  });

const withComment = (
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { workId, id }: CommentOf,
  act: (tx: Tx, comment: FoundComment | null) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'review');
    // An answer that comes at the same moment waits.
    await lockWork(tx, workId);
    await act(tx, await findComment(tx, workId, id));
  });

import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { type FoundComment, findComment } from './comment-queries.ts';

export interface CommentOf {
  readonly workId: string;
  readonly id: string;
}

/** Locks a comment, for users who may read the work. Null: the work has no such comment. */
export const holdComment = (
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { workId, id }: CommentOf,
  act: (tx: Tx, comment: FoundComment | null) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    // A concurrent answer waits.
    await lockWorkFor(tx, actor, workId, 'review');
    await act(tx, await findComment(tx, workId, id));
  });

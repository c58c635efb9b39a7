import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { scheduleUnusedCheck } from '../../platform/unused-uploads.ts';
import type { Actor } from '../accounts/actor.ts';
import { mayDelete, mayDeleteComment } from './policy.ts';
import { imagesOf } from './topic-images.ts';
import {
  type CommentRow,
  deleteComment,
  deleteTopic,
  findComment,
  findTopic,
  setHidden,
} from './topic-queries.ts';

interface At {
  readonly programId: string;
  readonly topicId: string;
}

/** Deletes a topic with its comments. Deleting another user's topic is recorded in the audit log. */
export function removeTopic(db: Db, actor: Actor, { programId, topicId }: At, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const topic = await findTopic(tx, programId, topicId);
    demand(topic, 'not_found');
    demand(mayDelete(actor, topic), 'not_allowed');
    await deleteTopic(tx, topicId);
    await scheduleUnusedCheck(tx, imagesOf(topic.content), now);
    if (topic.ownerId !== actor.userId)
      await recordAudit(
        tx,
        {
          actorId: actor.userId,
          action: 'discussions.delete-topic',
          subjectType: 'topic',
          subjectId: topicId,
          detail: { title: topic.title, owner_id: topic.ownerId, program_id: programId },
        },
        now,
      );
  });
}

async function commentAt(db: Db, at: At & { commentId: string }): Promise<CommentRow> {
  demand(await findTopic(db, at.programId, at.topicId), 'not_found');
  const comment = await findComment(db, at.topicId, at.commentId);
  demand(comment, 'not_found');
  return comment;
}

export async function removeComment(db: Db, actor: Actor, at: At & { commentId: string }): Promise<void> {
  const comment = await commentAt(db, at);
  demand(mayDeleteComment(actor, comment), 'not_allowed');
  await deleteComment(db, at.commentId);
}

/** With a reason hides the comment from students, with null shows it again; both are recorded in the audit log. */
export function hideComment(
  db: Db,
  actor: Actor,
  at: At & { commentId: string; reason: string | null },
  now: Date,
): Promise<CommentRow> {
  return inTransaction(db, async (tx) => {
    const comment = await commentAt(tx, at);
    const { commentId, reason } = at;
    await setHidden(tx, commentId, reason === null ? null : { by: actor.userId, reason, at: now });
    await recordAudit(
      tx,
      {
        actorId: actor.userId,
        action: reason === null ? 'discussions.show-comment' : 'discussions.hide-comment',
        subjectType: 'comment',
        subjectId: commentId,
        detail: { reason, owner_id: comment.ownerId, topic_id: at.topicId },
      },
      now,
    );
    return { ...comment, hiddenReason: reason };
  });
}

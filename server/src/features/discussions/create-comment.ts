import type { CommentBody } from '@vesalius/contract/discussions';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Actor } from '../accounts/actor.ts';
import { discussionJobs } from './jobs.ts';
import { type CommentRow, findComment, holdTopic, insertComment } from './topic-queries.ts';
import { demandLinkedPage } from './write-topic.ts';

/** Once a day, before working hours begin in most places. */
const DIGEST_HOUR_UTC = 6;

/** The first six o'clock after `now`. */
function nextDigestAt(now: Date): Date {
  const at = new Date(now);
  at.setUTCHours(DIGEST_HOUR_UTC, 0, 0, 0);
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1);
  return at;
}

/**
 * Stores a comment, and schedules the daily mail to the participants of its topic. Idempotent: a repeated request with the
 * same id returns the stored comment.
 */
export async function createComment(
  db: Db,
  actor: Actor,
  given: { programId: string; topicId: string; comment: z.output<typeof CommentBody>['comment'] },
  now: Date,
): Promise<CommentRow> {
  const { programId, topicId, comment } = given;
  const link = comment.page_link ? { bookId: comment.page_link.book_id, page: comment.page_link.page } : null;
  const id = comment.id ?? newId();
  const runAt = nextDigestAt(now);
  return inTransaction(db, async (tx) => {
    demand(await holdTopic(tx, programId, topicId), 'not_found');
    if (link) await demandLinkedPage(tx, programId, link);
    await insertComment(tx, { id, topicId, ownerId: actor.userId, content: comment.content, link }, now);
    const until = runAt.toISOString();
    await enqueue(tx, discussionJobs.gatherDigests({ until }, { runAt, dedupeKey: `digests:${until}` }));
    const row = await findComment(tx, topicId, id);
    // The id belongs to a comment of another user or topic, which this user must not learn of.
    demand(row && row.ownerId === actor.userId, 'not_found');
    return row;
  });
}

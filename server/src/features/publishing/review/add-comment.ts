import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { pageInSet } from '@vesalius/contract/page-runs';
import { MAX_ANSWERS_PER_COMMENT, MAX_OPEN_COMMENTS_PER_WORK } from '@vesalius/contract/studio-limits';
import type { NewWorkComment } from '@vesalius/contract/work-comments';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import {
  countOpenComments,
  findComment,
  findPreviewRuns,
  insertComment,
  NO_PLACE,
  type StoredPlace,
} from './comment-queries.ts';
import { gatherLater, QUIET_MS } from './gather-comments.ts';
import { findPreviewLecture, findPreviewQuestion } from './place-queries.ts';

/** Adds a comment on a place in the preview, or an answer to one. Idempotent. */
export const addComment = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  given: NewWorkComment,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await lockWorkFor(tx, actor, workId, 'review');
    const { id, text, answers = null } = given;
    const known = await findComment(tx, workId, id);
    if (known) return demand(known.userId === actor.userId, 'not_found');
    demand((await countOpenComments(tx, workId)) < MAX_OPEN_COMMENTS_PER_WORK, 'too_many_comments');
    // Settled comments do not count, so without this check their answers would be unlimited.
    const answered = answers && (await findComment(tx, workId, answers));
    demand(!answered || answered.answerCount < MAX_ANSWERS_PER_COMMENT, 'too_many_answers');
    const place = answers ? NO_PLACE : await placeOf(tx, workId, given);
    const row = { id, workId, text, userId: actor.userId, answers, ...place };
    const now = clock.now();
    demand((await insertComment(tx, row, now)) === 1, 'not_found');
    await gatherLater(tx, workId, new Date(now.getTime() + QUIET_MS));
  });

/** The place in the present preview, described by identifiers that outlive the preview. */
async function placeOf(
  tx: Tx,
  workId: string,
  { page, quote, lecture, question_id: questionId }: NewWorkComment,
): Promise<StoredPlace> {
  const things = [quote, lecture, questionId].filter((each) => each !== undefined);
  demand(things.length <= 1, 'invalid', { quote: VALUE_MESSAGES.notAccepted });
  const runs = await findPreviewRuns(tx, workId);
  demand(runs, 'preview_missing');
  const video = lecture ? await findPreviewLecture(tx, workId, lecture.id) : null;
  const question = questionId ? await findPreviewQuestion(tx, workId, questionId) : null;
  demand(!lecture || video, 'not_found');
  demand(!questionId || question, 'not_found');
  const wasPage = video?.page ?? question?.page ?? page;
  const place = wasPage ? pageInSet(runs, wasPage) : null;
  demand(wasPage && place, 'not_found');
  return {
    ...NO_PLACE,
    ...{ pageSet: place.set, pageOfSet: place.page, wasPage },
    ...(quote ? { quote: quote.text, quoteBefore: quote.before, quoteAfter: quote.after } : {}),
    ...(video && lecture
      ? { materialKey: video.key, second: lecture.second, thingTitle: video.title.slice(0, 300) }
      : {}),
    ...(question
      ? {
          ...{ listKind: question.listKind, listKey: question.listKey, questionKey: question.key },
          thingTitle: question.title,
        }
      : {}),
  };
}

import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demandForeseeable } from '../../../platform/demand-foreseeable.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueAll } from '../../../platform/jobs.ts';
import { counterOf, type ThrottlePolicy, takeAttempts } from '../../../platform/throttle.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { reviewLetters } from '../jobs.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import {
  findOpenReview,
  insertReview,
  insertReviewers,
  listReviewerIds,
  listReviewers,
  updateReview,
} from './review-queries.ts';
import { tellOnceADay } from './tell-once-a-day.ts';

/** Limits the requests that send letters. */
const REQUESTS_OF_AN_ASKER: ThrottlePolicy = {
  ...{ name: 'review requests', free: 60, firstMs: 60_000, longestMs: HOUR_MS, forgetMs: DAY_MS },
  refusal: 'too_many_review_letters',
};
/** West of Greenwich the day continues after midnight UTC. */
const LATEST_ZONE_MS = DAY_MS / 2;

interface Asked {
  readonly people: readonly string[];
  readonly note: string;
  readonly dueOn: string;
}

/** Begins a review, or changes the open one and adds reviewers. Only new reviewers get a letter. */
export const askForReview = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { people, note, dueOn }: Asked,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    await holdRole(tx, actor);
    await lockWorkFor(tx, actor, workId, 'edit');
    demandForeseeable({ due_on: dueOn }, now);
    const isOver = Date.parse(`${dueOn}T00:00:00Z`) + DAY_MS + LATEST_ZONE_MS <= now.getTime();
    demand(!isOver, 'due_in_past', { due_on: VALUE_MESSAGES.dueInPast });
    const able = (await listReviewers(tx, workId)).flatMap(({ isAble, userId }) => (isAble ? [userId] : []));
    demand(
      people.every((id) => able.includes(id)),
      'cannot_review',
    );
    const open = await findOpenReview(tx, workId);
    const id = open?.id ?? newId();
    if (open) await updateReview(tx, { id, note, dueOn, userId: actor.userId });
    else await insertReview(tx, { id, workId, askedBy: actor.userId, note, dueOn }, now);
    const added = await insertReviewers(tx, id, people, now);
    if (added.length > 0) await takeAttempts(tx, [counterOf(REQUESTS_OF_AN_ASKER, actor.userId)], now);
    for (const userId of added) await tellOnceADay(tx, 'askReviewer', { workId, userId }, now);
    await remindBefore(tx, { id, workId, dueOn }, now);
  });

/**
 * Enqueues a reminder for the morning of the day before, unless that has passed. The job itself checks whether the
 * day has changed.
 */
async function remindBefore(
  tx: Tx,
  { id, workId, dueOn }: { id: string; workId: string; dueOn: string },
  now: Date,
): Promise<void> {
  const runAt = new Date(Date.parse(`${dueOn}T06:00:00Z`) - DAY_MS);
  if (runAt <= now) return;
  const people = await listReviewerIds(tx, id);
  await enqueueAll(
    tx,
    people.map((userId) =>
      reviewLetters.remindReviewer(
        { work_id: workId, user_id: userId, due_on: dueOn },
        { runAt, dedupeKey: `review-reminder:${id}:${userId}:${dueOn}` },
      ),
    ),
  );
}

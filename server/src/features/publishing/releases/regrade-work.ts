import type { Regrading } from '@vesalius/contract/work-releases';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { assessmentJobs } from '../../assessments/jobs.ts';
import { countJudgedOtherwise } from '../../assessments/offer-regrade.ts';
import { demandWork, holdWork } from '../studio/access.ts';

/** The answers that a corrected and published key grades differently. */
export async function readRegrading(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  workId: string,
): Promise<Regrading> {
  await demandWork(db, actor, workId, 'edit');
  const { questions, answers, attempts } = await countJudgedOtherwise(db, workId);
  return { number_of_questions: questions, number_of_answers: answers, number_of_attempts: attempts };
}

/** Enqueues a job, because a book may have more attempts than fit into a request. A second request changes nothing. */
export async function regradeWork(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  workId: string,
  answers: number,
): Promise<Regrading> {
  const regrading = await readRegrading(deps, actor, workId);
  // Regraded meanwhile: it was requested twice.
  if (regrading.number_of_answers === 0) return regrading;
  demand(regrading.number_of_answers === answers, 'published_meanwhile');
  await inTransaction(deps.db, async (tx) => {
    await holdRole(tx, actor);
    await holdWork(tx, actor, workId, 'edit');
    const job = { book_id: workId, actor_id: actor.userId };
    await enqueueAgain(tx, [assessmentJobs.regradeBook(job, { dedupeKey: `regrade:${workId}` })]);
  });
  return regrading;
}

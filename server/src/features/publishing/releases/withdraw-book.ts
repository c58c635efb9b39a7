import { recordAudit } from '../../../platform/audit.ts';
import type { Deps } from '../../../platform/deps.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { commerceJobs } from '../../commerce/jobs.ts';
import { holdWork } from '../studio/access.ts';
import { inTurn } from './in-turn.ts';
import { lockWithdrawal, updateWithdrawn } from './release-list-queries.ts';

/** A withdrawal that is undone within this time sends no letters. */
const LETTER_DELAY_MS = 10 * MINUTE_MS;

/**
 * Takes a book out of the shop, or back into it. Users with access keep it. Idempotent. Throws `withdrawn_by_staff`
 * for a producer who would bring back a book that staff withdrew.
 */
export const withdrawBook = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  isWithdrawn: boolean,
): Promise<void> =>
  inTurn(db, async (tx) => {
    await holdRole(tx, actor);
    await holdWork(tx, actor, workId, 'edit');
    const isStaff = actor.role === 'staff';
    const withdrawal = await lockWithdrawal(tx, workId);
    demand(withdrawal, 'not_found');
    demand(isWithdrawn || isStaff || !withdrawal.isByStaff, 'withdrawn_by_staff');
    const now = clock.now();
    const withdrawn = isWithdrawn ? { at: now, by: actor.userId, isStaff } : null;
    if ((await updateWithdrawn(tx, workId, withdrawn)) === 0) return;
    const runAt = isWithdrawn ? new Date(now.getTime() + LETTER_DELAY_MS) : now;
    await enqueue(tx, commerceJobs.followShop({ book_id: workId }, { runAt }));
    await recordAudit(
      tx,
      {
        ...{ actorId: actor.userId, subjectType: 'book', subjectId: workId, detail: {} },
        action: isWithdrawn ? 'book.withdraw' : 'book.bring-back',
      },
      now,
    );
  });

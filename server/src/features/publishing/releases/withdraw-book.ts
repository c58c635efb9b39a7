import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { commerceJobs } from '../../commerce/jobs.ts';
import { demandWork } from '../studio/access.ts';
import { isBook, updateWithdrawn } from './release-list-queries.ts';

/** A withdrawal that is taken back at once writes to nobody. */
const LETTER_DELAY_MS = 10 * 60_000;

/** Out of the shop, or into it again. Who has access keeps it. Twice is once. */
export const withdrawBook = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  isWithdrawn: boolean,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
    demand(await isBook(tx, workId), 'not_found');
    const now = clock.now();
    if ((await updateWithdrawn(tx, workId, isWithdrawn ? now : null)) === 0) return;
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

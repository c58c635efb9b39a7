import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { ReadingProgress } from '@vesalius/contract/reader';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { byOurClock } from '../../platform/device-clock.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { issueEarnedCertificates } from '../certificates/issue-certificates.ts';
import { recordUsage } from '../institutions/record-usage.ts';
import { storeProgress } from './progress-queries.ts';

/** Stores the position and the shown pages. Offline reading arrives late, with its own time. */
export async function updateCurrentProgress(
  deps: Deps,
  actor: Actor,
  {
    bookId,
    page,
    shown,
    readAt,
    sentAt,
  }: {
    bookId: string;
    page: number;
    shown: readonly number[];
    readAt: Date | null;
    sentAt: Date | null;
  },
): Promise<ReadingProgress> {
  const now = deps.clock.now();
  await demandAccess(deps.db, actor, bookId, now);
  const stored = await storeProgress(deps.db, {
    userId: actor.userId,
    bookId,
    page,
    shown,
    now,
    readAt: readAt ? byOurClock(readAt, sentAt ?? now, now) : now,
  });
  demand(stored, 'invalid', { page: VALUE_MESSAGES.noSuchPage });
  // Reading may be the last requirement of a certificate. If issuing fails here, the list of certificates issues it.
  if (stored.completesBook)
    await inTransaction(deps.db, (tx) =>
      issueEarnedCertificates(tx, { userId: actor.userId, bookId, now: deps.clock.now() }),
    );
  await recordUsage(deps, actor, { bookId, page, kind: 'request' });
  return { status: stored.status, page: stored.page };
}

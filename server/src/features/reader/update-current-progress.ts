import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { ReadingProgress } from '@vesalius/contract/reader';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../../platform/session.ts';
import { demandAccess } from '../catalogue/access.ts';
import { recordUsage } from '../institutions/record-usage.ts';
import { storeProgress } from './queries.ts';

/** Keeps the place and the pages that were shown. What was read offline arrives late and with its own time. */
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
  await recordUsage(deps, actor, { bookId, page, kind: 'request' });
  return stored;
}

/** What waited on a device longer than this counts as read so long ago: no licence to keep a book lasts longer. */
const MAX_READING_AGE_MS = 366 * 86_400_000;

/**
 * When it was read, by our clock: as long ago as it was by the clock of the device when it sent this, however wrong that
 * one goes. The future is not believed, nor a past that the database cannot hold.
 */
function byOurClock(readAt: Date, sentAt: Date, now: Date): Date {
  const age = Math.min(MAX_READING_AGE_MS, Math.max(0, sentAt.getTime() - readAt.getTime()));
  return new Date(now.getTime() - age);
}

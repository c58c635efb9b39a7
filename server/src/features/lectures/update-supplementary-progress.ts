import type { MaterialProgress } from '@vesalius/contract/lectures';
import {
  isWatched,
  mergeRanges,
  type PlayedRange,
  playableSeconds,
  playedSeconds,
} from '@vesalius/contract/lectures-played';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import type { Actor } from '../../platform/session.ts';
import { demandAccess } from '../catalogue/access.ts';
import { progressView } from './material-views.ts';
import { findMaterial, insertProgress, lockProgress, updateProgress } from './queries.ts';

export interface ProgressReport {
  readonly bookId: string;
  readonly materialId: string;
  readonly watched: boolean;
  readonly played: readonly PlayedRange[];
  readonly positionSeconds: number | undefined;
}

/**
 * Keeps what was watched. A picture or a study is watched when the reader says so; a video when 90 percent of it
 * was played: what a report adds may not exceed what the clock allows since the one before it, so that nobody
 * finishes an hour's lecture in a second. The same report twice changes nothing.
 */
export async function updateSupplementaryProgress(
  deps: Deps,
  actor: Actor,
  report: ProgressReport,
): Promise<MaterialProgress> {
  const now = deps.clock.now();
  await demandAccess(deps.db, actor, report.bookId, now);
  const material = await findMaterial(deps.db, report.materialId, null);
  demand(material && material.bookId === report.bookId, 'video_not_found');

  // Outside of the transaction: also a refused report has started the clock.
  await insertProgress(deps.db, { userId: actor.userId, ...report, now });
  return inTransaction(deps.db, async (tx) => {
    const before = await lockProgress(tx, actor.userId, report.materialId);
    const duration = material.type === 0 ? material.durationSeconds : null;
    const played = duration ? mergeRanges([...before.played, ...report.played], duration) : before.played;
    const added = playedSeconds(played) - playedSeconds(before.played);
    // A time that lies ahead is of a clock that was wrong: it must not refuse reports until it has come.
    const elapsed = Math.abs(now.getTime() - before.updatedAt.getTime()) / 1000;
    demand(added <= playableSeconds(elapsed), 'played_too_fast');

    const watchedNow = duration ? isWatched(played, duration) : report.watched;
    const after = {
      ...before,
      played,
      watchedAt: before.watchedAt ?? (watchedNow ? now : null),
      positionSeconds: Math.min(report.positionSeconds ?? before.positionSeconds, duration ?? Infinity),
    };
    await updateProgress(tx, { ...after, userId: actor.userId, now });
    return progressView(after);
  });
}

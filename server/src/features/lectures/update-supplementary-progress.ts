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
import type { Actor } from '../accounts/actor.ts';
import { demandAccess } from '../catalogue/access.ts';
import { progressView } from './material-views.ts';
import { findMaterial, insertProgress, lockProgress, updateProgress } from './queries.ts';
import { countParts, isShownEnough, joinParts } from './shown-parts.ts';

export interface ProgressReport {
  readonly bookId: string;
  readonly materialId: string;
  readonly played: readonly PlayedRange[];
  readonly shown: readonly { readonly series: string; readonly numbers: readonly number[] }[];
  readonly positionSeconds: number | undefined;
}

/**
 * Stores what was watched, over all visits. Images are watched when all were shown, a study when half of its slices
 * were, and a video when 90 percent was played. A report may not add more than the time since the previous one, so that
 * nobody finishes an hour's lecture in a second. Idempotent.
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

  // Outside of the transaction, because a refused report starts the clock, too.
  await insertProgress(deps.db, { userId: actor.userId, ...report, now });
  return inTransaction(deps.db, async (tx) => {
    const before = await lockProgress(tx, actor.userId, report.materialId);
    const duration = material.type === 0 ? material.durationSeconds : null;
    const played = duration ? mergeRanges([...before.played, ...report.played], duration) : before.played;
    const added = playedSeconds(played) - playedSeconds(before.played);
    // A stored time in the future came from a wrong clock, and must not refuse reports until then.
    const elapsed = Math.abs(now.getTime() - before.updatedAt.getTime()) / 1000;
    demand(added <= playableSeconds(elapsed), 'played_too_fast');

    const shown = joinParts(before.shown, report.shown, countParts(material.content));
    const watchedNow = duration ? isWatched(played, duration) : isShownEnough(shown, material.content);
    const after = {
      ...before,
      played,
      shown,
      watchedAt: before.watchedAt ?? (watchedNow ? now : null),
      positionSeconds: Math.min(report.positionSeconds ?? before.positionSeconds, duration ?? Infinity),
    };
    await updateProgress(tx, { ...after, userId: actor.userId, now });
    return progressView(after);
  });
}

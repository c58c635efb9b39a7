import type { WorkPreview } from '@vesalius/contract/work-preview';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { publishingJobs } from '../jobs.ts';
import { demandWork } from '../studio/access.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { findVersion } from '../works/work-queries.ts';
import { findPreview, updatePreviewUsed, upsertPreview } from './preview-queries.ts';

const MAX_ATTEMPTS = 3;

/** Enqueues a job that makes the preview, unless the preview shows the current working copy. */
export const askForPreview = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await lockWorkFor(tx, actor, workId, 'review');
    const now = clock.now();
    if ((await findPreview(tx, workId))?.isCurrent) return updatePreviewUsed(tx, workId, now);
    if (!(await upsertPreview(tx, workId, now))) return;
    await enqueue(tx, publishingJobs.makePreview({ work_id: workId }, { maxAttempts: MAX_ATTEMPTS }));
  });

export async function readPreview(db: Db, actor: Actor, workId: string): Promise<WorkPreview> {
  await demandWork(db, actor, workId, 'review');
  const [version, preview] = await Promise.all([findVersion(db, workId), findPreview(db, workId)]);
  demand(version !== null, 'not_found');
  return {
    state: preview?.state ?? 'none',
    version,
    made_version: preview?.madeVersion ?? null,
    made_at: preview?.madeAt?.toISOString() ?? null,
    is_current: preview?.isCurrent ?? false,
    findings: (preview?.findings ?? []).map(({ path, ...finding }) => ({ path: [...path], ...finding })),
  };
}

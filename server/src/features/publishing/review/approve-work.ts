import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { findPreview } from '../preview/preview-queries.ts';
import { inTurn, turnToEdit } from '../releases/in-turn.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { deleteApprovals, findApproverRole, insertApproval, isApprovalUsed } from './approval-queries.ts';
import { updateChangesEnded } from './asked-changes-queries.ts';
import { auditReview } from './audit-review.ts';
import { insertGivenApproval, updateTakenBack } from './given-approval-queries.ts';
import { tellAsker } from './tell-asker.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/**
 * Approves the working copy in the version that the actor knows and saw in the preview. Idempotent. Refused after a
 * change, or after a file was added.
 */
export const approveWork = (
  { db, clock }: Part,
  actor: Actor,
  workId: string,
  { version, previewMadeAt = null }: { version: number; previewMadeAt?: string | null },
): Promise<void> =>
  inTurn(
    db,
    async (tx) => {
      await holdRole(tx, actor);
      const work = await lockWorkFor(tx, actor, workId, 'review');
      const role = await findApproverRole(tx, workId, actor.userId);
      if (!role) throw new ProductError('not_allowed');
      demand(work.version === version, 'edited_meanwhile');
      const preview = await findPreview(tx, workId);
      // What the preview shows is what is approved.
      if (previewMadeAt !== null || preview?.madeAt)
        demand(preview?.isCurrent && preview.madeAt?.toISOString() === previewMadeAt, 'edited_meanwhile');
      const now = clock.now();
      await updateChangesEnded(tx, { workId, userId: actor.userId, by: 'approved' }, now);
      const isNew = (await insertApproval(tx, { workId, userId: actor.userId, version, role }, now)) === 1;
      if (!isNew) return;
      await insertGivenApproval(tx, { workId, userId: actor.userId, version, role }, now);
      await auditReview(tx, actor, 'work.approve', { workId, detail: { version, role } }, now);
      await tellAsker(tx, { workId, version, by: actor.userId }, now);
    },
    turnToEdit({ db, clock }, workId),
  );

/** Withdraws an approval; refused if a release used it. Does nothing if there is none. */
export const withdrawApproval = ({ db, clock }: Part, actor: Actor, workId: string): Promise<void> =>
  inTurn(
    db,
    async (tx) => {
      await holdRole(tx, actor);
      await lockWorkFor(tx, actor, workId, 'review');
      const [version] = await deleteApprovals(tx, workId, actor.userId);
      if (version === undefined) {
        demand(!(await isApprovalUsed(tx, workId, actor.userId)), 'published_meanwhile');
        return;
      }
      const now = clock.now();
      // A change ended the earlier ones.
      await updateTakenBack(tx, { workId, userId: actor.userId, version }, now);
      await auditReview(tx, actor, 'work.withdraw-approval', { workId }, now);
    },
    turnToEdit({ db, clock }, workId),
  );

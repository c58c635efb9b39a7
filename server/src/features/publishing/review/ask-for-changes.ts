import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Deps } from '../../../platform/deps.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { inTurn, turnToEdit } from '../releases/in-turn.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { deleteApprovals, findApproverRole } from './approval-queries.ts';
import { findAskedChanges, insertAskedChanges, updateChangesEnded } from './asked-changes-queries.ts';
import { auditReview } from './audit-review.ts';
import { updateTakenBack } from './given-approval-queries.ts';
import { tellChangesAsked } from './tell-asker.ts';

type Part = Pick<Deps, 'db' | 'clock'>;

/**
 * Stores what a reviewer wants changed; it takes the place of the reviewer's approval or earlier request. The book may
 * have changed since that version: what must change is said all the same. Idempotent.
 */
export const askForChanges = (
  { db, clock }: Part,
  actor: Actor,
  workId: string,
  { version, text }: { version: number; text: string },
): Promise<void> =>
  inTurn(
    db,
    async (tx) => {
      const { userId } = actor;
      await holdRole(tx, actor);
      const work = await lockWorkFor(tx, actor, workId, 'review');
      const role = await findApproverRole(tx, workId, userId);
      if (!role) throw new ProductError('not_allowed');
      demand(version <= work.version, 'invalid', { version: VALUE_MESSAGES.notAccepted });
      const standing = await findAskedChanges(tx, workId, userId);
      if (standing?.version === version && standing.text === text) return;
      const now = clock.now();
      await updateChangesEnded(tx, { workId, userId, by: 'replaced' }, now);
      const [approved] = await deleteApprovals(tx, workId, userId);
      if (approved !== undefined) await updateTakenBack(tx, { workId, userId, version: approved }, now);
      const id = newId();
      await insertAskedChanges(tx, { id, workId, userId, role, version, text }, now);
      await auditReview(tx, actor, 'work.ask-changes', { workId, detail: { version, role } }, now);
      await tellChangesAsked(tx, { workId, id, by: userId }, now);
    },
    turnToEdit({ db, clock }, workId),
  );

/** Takes the request back. Does nothing if none stands. */
export const withdrawChanges = ({ db, clock }: Part, actor: Actor, workId: string): Promise<void> =>
  inTurn(
    db,
    async (tx) => {
      const now = clock.now();
      await holdRole(tx, actor);
      await lockWorkFor(tx, actor, workId, 'review');
      const { userId } = actor;
      if ((await updateChangesEnded(tx, { workId, userId, by: 'withdrawn' }, now)) === 0) return;
      await auditReview(tx, actor, 'work.withdraw-changes', { workId }, now);
    },
    turnToEdit({ db, clock }, workId),
  );

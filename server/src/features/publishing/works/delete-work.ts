import { recordAudit } from '../../../platform/audit.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { cancelConversionsOf } from '../media/conversion-queries.ts';
import { deleteHiddenBook, lockPreview } from '../preview/preview-queries.ts';
import { inTurn, turnToEdit } from '../releases/in-turn.ts';
import { deleteWorkRows, insertDeletedWork, isDeletedFor, isDraft } from './delete-work-queries.ts';
import { lockWork } from './work-queries.ts';

/**
 * Deletes a draft that was never published, also that of a new edition. Jobs that run for it find nothing to do; its
 * files are collected like all that nothing names. Idempotent. For staff, who begin books.
 */
export const deleteWork = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
): Promise<void> =>
  inTurn(
    db,
    async (tx) => {
      await holdRole(tx, actor);
      const { userId } = actor;
      const work = await lockWork(tx, workId);
      // Sent again.
      if (!work && (await isDeletedFor(tx, workId, { userId, isStaff: true }))) return;
      demand(work, 'not_found');
      demand(await isDraft(tx, workId), 'not_a_draft');
      const now = clock.now();
      await cancelConversionsOf(tx, workId, now);
      const preview = await lockPreview(tx, workId);
      if (preview) await deleteHiddenBook(tx, preview.bookId);
      const title = typeof work.manifest.title === 'string' ? work.manifest.title : '';
      await insertDeletedWork(tx, { id: workId, title, deletedBy: userId }, now);
      await deleteWorkRows(tx, workId);
      const record = { subjectType: 'work', subjectId: workId, detail: { title } };
      await recordAudit(tx, { actorId: userId, action: 'work.delete', ...record }, now);
    },
    turnToEdit({ db, clock }, workId),
  );

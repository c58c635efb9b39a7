import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { forgetPlaceLetters } from '../accounts/mail/told-places.ts';
import { lockInstitutionOf } from './queries.ts';
import { moveMembersOut } from './removal-queries.ts';

/**
 * Lets a member or manager leave: the seat is free, and its access ends. Neither the mail domain nor signing in brings the user
 * back; only an invitation does. Throws `not_found`.
 */
export const leaveInstitution = (
  db: Db,
  membership: { readonly institutionId: string; readonly userId: string },
  now: Date,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { institutionId, userId } = membership;
    demand(await lockInstitutionOf(tx, membership), 'not_found');
    const out = { institutionId, userIds: [userId], removalId: null };
    demand((await moveMembersOut(tx, out, now)).length === 1, 'not_found');
    await forgetPlaceLetters(tx, { userId, groupId: institutionId });
    const subject = { subjectType: 'institution', subjectId: institutionId, detail: {} };
    await recordAudit(tx, { actorId: userId, action: 'institution.leave', ...subject }, now);
  });

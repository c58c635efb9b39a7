import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { resendInvitations } from '../accounts/people-import/resend-invitations.ts';
import { listPendingMembers } from './import-queries.ts';

/** To those members who have not accepted theirs, or to those of them who are named. */
export const resendMemberInvitations = (
  db: Db,
  given: { institution: { id: string; name: string }; userIds: readonly string[] | undefined },
  now: Date,
): Promise<{ sent: number; waiting: number }> =>
  inTransaction(db, async (tx) => {
    const { institution, userIds } = given;
    const pendingIds = await listPendingMembers(tx, institution.id, userIds);
    return resendInvitations(tx, { pendingIds, by: institution.name }, now);
  });

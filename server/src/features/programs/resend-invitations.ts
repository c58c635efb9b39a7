import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { resendInvitations } from '../accounts/people-import/resend-invitations.ts';
import { listPendingStudents } from './assign-queries.ts';
import { findPersonName } from './program-queries.ts';

/** To those students who have not accepted theirs, or to those of them who are named. */
export const resendStudentInvitations = (
  db: Db,
  given: {
    program: { id: string; name: string };
    directorId: string;
    userIds: readonly string[] | undefined;
  },
  now: Date,
): Promise<{ sent: number; waiting: number }> =>
  inTransaction(db, async (tx) => {
    const { program, directorId, userIds } = given;
    const pendingIds = await listPendingStudents(tx, program.id, userIds);
    const director = (await findPersonName(tx, directorId)) ?? '';
    return resendInvitations(tx, { pendingIds, by: `${director} (${program.name})` }, now);
  });

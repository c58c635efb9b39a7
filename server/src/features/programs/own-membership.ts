import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { deleteRemovalsOf, deleteStudent, showAllResults } from './membership-queries.ts';

interface Membership {
  readonly programId: string;
  readonly studentId: string;
}

/** Lets the director also see results from before joining. */
export async function shareEarlierResults(db: Db, membership: Membership): Promise<void> {
  demand((await showAllResults(db, membership)) > 0, 'not_found');
}

/** Lets the student leave: the access from the program ends, achievements are kept. */
export const leaveProgram = (db: Db, { programId, studentId }: Membership, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    demand((await deleteStudent(tx, { programId, studentId })) > 0, 'not_found');
    await deleteRemovalsOf(tx, { programId, studentId });
    await recordAudit(
      tx,
      {
        actorId: studentId,
        action: 'program.leave',
        subjectType: 'program',
        subjectId: programId,
        detail: {},
      },
      now,
    );
  });

import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { deleteStudent } from './program-queries.ts';

/** The access that came from the program ends with this; what the student achieved stays the student's. */
export function removeStudent(
  db: Db,
  given: { programId: string; studentId: string; directorId: string },
  now: Date,
): Promise<void> {
  const { programId, studentId, directorId } = given;
  return inTransaction(db, async (tx) => {
    demand((await deleteStudent(tx, programId, studentId)) > 0, 'not_found');
    await recordAudit(
      tx,
      {
        actorId: directorId,
        action: 'programs.remove-student',
        subjectType: 'program',
        subjectId: programId,
        detail: { student_id: studentId },
      },
      now,
    );
  });
}

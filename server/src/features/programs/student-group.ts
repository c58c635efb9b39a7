import type { AuditAction } from '@vesalius/contract/audit-actions';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { PeopleGroup } from '../accounts/people-import/people-group.ts';
import { tellPlacesEnded } from '../accounts/people-import/tell-ended.ts';
import { UNDO_MS } from '../accounts/people-import/undo-import.ts';
import { deleteIdleStudents, hasActed, insertStudents } from './assign-queries.ts';
import { holdDirector } from './hold-director.ts';
import { programJobs } from './jobs.ts';
import { isStudentWith } from './last-activity.ts';
import { findDirectedProgram, findPersonName } from './program-queries.ts';
import { deleteOldRemovals, moveStudentsBack, moveStudentsOut } from './removal-queries.ts';
import { isCalled } from './student-queries.ts';

/** The students of a program, as a group for import and removal. */
export const studentGroup = (programId: string, directorId: string): PeopleGroup => ({
  kind: 'program',
  id: programId,
  isFound: isCalled,
  isActive: (activity, now) => isStudentWith(programId, activity, now),
  hold: (tx) => holdDirector(tx, { programId, directorId }),
  hasActed,
  insert: (tx, given, now) => insertStudents(tx, { programId, ...given }, now),
  welcome: async (tx, userIds) => {
    await enqueue(
      tx,
      programJobs.welcomeStudents({ program_id: programId, director_id: directorId, user_ids: [...userIds] }),
    );
  },
  deleteIdle: deleteIdleStudents,
  takeOut: async (tx, { removalId, userIds }, now) => {
    await deleteOldRemovals(tx, programId, new Date(now.getTime() - UNDO_MS));
    const gone = await moveStudentsOut(tx, { programId, removalId, studentIds: userIds }, now);
    await record(tx, { programId, directorId }, 'programs.remove-student', gone, now);
    return gone;
  },
  tellEnded: async (tx, userIds, now) => {
    const program = await findDirectedProgram(tx, directorId, programId);
    if (!program) return;
    const by = await findPersonName(tx, directorId);
    await tellPlacesEnded(tx, { groupId: programId, place: program.name, by, userIds }, now);
  },
  putBack: async (tx, removalId, now) => {
    const back = await moveStudentsBack(tx, { programId, removalId });
    await record(tx, { programId, directorId }, 'programs.undo-removal', back, now);
    // They may have been told that they are out.
    if (back.length > 0)
      await enqueue(
        tx,
        programJobs.welcomeStudents({
          ...{ program_id: programId, director_id: directorId, user_ids: back },
          is_back: true,
        }),
      );
    return back.length;
  },
});

async function record(
  tx: Tx,
  { programId, directorId }: { programId: string; directorId: string },
  action: AuditAction,
  studentIds: readonly string[],
  now: Date,
): Promise<void> {
  if (studentIds.length === 0) return;
  const subject = { subjectType: 'program', subjectId: programId, detail: { student_ids: studentIds } };
  await recordAudit(tx, { actorId: directorId, action, ...subject }, now);
}

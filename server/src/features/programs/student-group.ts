import { enqueue } from '../../platform/jobs.ts';
import type { PeopleGroup } from '../accounts/people-import/people-group.ts';
import { deleteIdleStudents, hasActed, insertStudents } from './assign-queries.ts';
import { holdDirector } from './hold-director.ts';
import { programJobs } from './jobs.ts';
import { isStudentWith } from './last-activity.ts';
import { isCalled } from './student-queries.ts';

/** The students of a program, as people are imported into it. */
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
});

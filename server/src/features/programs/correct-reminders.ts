import type { Db, Tx } from '../../platform/database/database.ts';
import { JobPostponed } from '../../platform/define-job.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { findJobState, listJobsByKey } from '../../platform/job-queries.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { noteTaskCorrected } from '../accounts/mail/told-places.ts';
import { listProgramStudentIds, type TaskState, type TaskSubject } from './changed-task-queries.ts';
import { ChangedTask, programLetters } from './jobs.ts';

/*
 * Students who got the reminder of a task hear of it when the task is moved, removed or put back. What a student was told last
 * follows from the jobs: the reminder of a due date, or the letter about the change to it. Of several corrections within an
 * hour the first is told, and at its end how the task is then.
 */

/** A director who changes a task again within this time sends one letter, about the last change. */
const TELL_CHANGE_DELAY_MS = 10 * MINUTE_MS;

type TaskOfStudent = TaskSubject & { readonly userId: string };

export const reminderKey = ({ programId, subjectId, userId, dueOn }: TaskOfStudent & { dueOn: string }) =>
  `reminder:${programId}:${subjectId}:${userId}:${dueOn}`;

const changeKey = ({ programId, subjectId, userId }: TaskOfStudent, state: TaskState) =>
  `task-changed:${programId}:${subjectId}:${userId}:${state ?? 'none'}`;

/** Call it in the transaction of the change. */
export async function tellTaskChange(
  tx: Tx,
  { before, after, programId, subjectId }: TaskSubject & { before: TaskState; after: TaskState },
  now: Date,
): Promise<void> {
  const userIds = await listProgramStudentIds(tx, programId);
  const students = userIds.map((userId) => ({ programId, subjectId, userId }));
  const told = await listTold(tx, students, before);
  await noteTaskCorrected(tx, { subjectId, userIds: told.map(({ student }) => student.userId) }, now);
  await enqueueForMany(
    tx,
    told
      .filter(({ state }) => state !== after)
      .map(({ student, state }) =>
        programLetters.tellTaskChange(
          {
            ...{ program_id: programId, subject_id: subjectId, user_id: student.userId },
            ...{ told: state, state: after, changed_at: now.toISOString() },
          },
          { dedupeKey: changeKey(student, after), runAt: new Date(now.getTime() + TELL_CHANGE_DELAY_MS) },
        ),
      ),
    { again: true },
  );
}

/** The students who were told of a task that has this state, or are about to be told, and what they were told last. */
async function listTold(
  tx: Tx,
  students: readonly TaskOfStudent[],
  current: TaskState,
): Promise<{ student: TaskOfStudent; state: TaskState }[]> {
  const keys = students.flatMap((student) => [
    changeKey(student, current),
    ...(current ? [reminderKey({ ...student, dueOn: current })] : []),
  ]);
  const jobs = new Map((await listJobsByKey(tx, keys)).map((job) => [job.dedupeKey, job]));
  return students.flatMap((student) => {
    const change = jobs.get(changeKey(student, current));
    // Not sent yet: the letter before it still holds.
    if (change && !change.doneAt) return [{ student, state: ChangedTask.parse(change.payload).told }];
    const reminder = current === null ? null : jobs.get(reminderKey({ ...student, dueOn: current }));
    return change || reminder?.doneAt ? [{ student, state: current }] : [];
  });
}

/** Whether the reminder of the new due date was sent after the change, as it is if that is near. Waits for one that is about to be sent. */
export async function isRemindedSince(
  db: Db,
  task: TaskOfStudent & { state: TaskState },
  { changedAt, now }: { changedAt: Date; now: Date },
): Promise<boolean> {
  if (task.state === null) return false;
  const reminder = await findJobState(db, reminderKey({ ...task, dueOn: task.state }));
  if (reminder && !reminder.doneAt && !reminder.deadAt)
    throw new JobPostponed(new Date(now.getTime() + TELL_CHANGE_DELAY_MS));
  return reminder?.doneAt != null && reminder.doneAt >= changedAt;
}

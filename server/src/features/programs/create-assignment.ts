import type { AuditAction } from '@vesalius/contract/audit-actions';
import { fieldText } from '@vesalius/contract/field-text';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import { recordAudit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demandForeseeable } from '../../platform/demand-foreseeable.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import {
  deleteAssignment,
  findOtherTask,
  findSameAssignment,
  findSubjectBook,
  getRecordedTask,
  insertAssignment,
  isAssigned,
  isBookClosed,
  isDayOver,
  isDueAfterEdition,
  lockTask,
  lockTasks,
  updateDueDate,
} from './assignment-queries.ts';
import { tellTaskChange } from './correct-reminders.ts';
import { holdDirector } from './hold-director.ts';
import { programJobs } from './jobs.ts';
import { reminderTime } from './reminder-time.ts';

export function createAssignment(
  db: Db,
  given: {
    programId: string;
    directorId: string;
    kind: AssignmentKind;
    subjectId: string;
    dueOn: string;
    note: string;
    restores?: string | undefined;
  },
  now: Date,
): Promise<{ id: string }> {
  return inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    await demandOpen(tx, given, now);
    const book = await findSubjectBook(tx, given.programId, given.kind, given.subjectId);
    demand(book && !(await isBookClosed(tx, book.bookId, now)), 'not_found');
    await demandInEdition(tx, { ...given, ...book }, now);
    const id = given.restores ?? newId();
    await lockTasks(tx, given.programId);
    // Sent twice: each student would get each letter twice.
    const same = given.restores ? null : await findSameAssignment(tx, given);
    if (same) return { id: same };
    await demandNoOther(tx, { ...given, id }, now);
    if (!(await insertAssignment(tx, { ...given, ...book, id }, now))) {
      // It has been restored already, unless the id belongs to another program or the task was changed since.
      const isUnchanged = await isAssigned(tx, { ...given, ...book, id });
      demand(isUnchanged !== null, 'not_found');
      demand(isUnchanged, 'edited_meanwhile');
      return { id };
    }
    await auditTask(
      tx,
      given,
      given.restores ? 'programs.restore-task' : 'programs.create-task',
      { id },
      now,
    );
    await tellTaskChange(tx, { ...given, before: null, after: given.dueOn }, now);
    await remindBefore(tx, id, given.dueOn, now);
    return { id };
  });
}

/** Also for a task whose due date is over: it starts again for those who have not done it. */
export function updateAssignment(
  db: Db,
  given: { programId: string; directorId: string; id: string; dueOn: string },
  now: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    await demandOpen(tx, given, now);
    await lockTasks(tx, given.programId);
    const before = await lockTask(tx, given);
    demand(before, 'not_found');
    if (before.dueOn === given.dueOn) return;
    const { subjectId, bookId } = before;
    await demandInEdition(tx, { bookId, dueOn: given.dueOn }, now);
    await demandNoOther(tx, { ...given, subjectId }, now);
    await updateDueDate(tx, given);
    const change = { id: given.id, before: { due_on: before.dueOn } };
    await auditTask(tx, given, 'programs.change-task', change, now);
    const { programId } = given;
    await tellTaskChange(tx, { programId, subjectId, before: before.dueOn, after: given.dueOn }, now);
    await remindBefore(tx, given.id, given.dueOn, now);
  });
}

/** Results are kept: only the director's task is removed. */
export function removeAssignment(
  db: Db,
  given: { programId: string; directorId: string; id: string },
  now: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    await lockTasks(tx, given.programId);
    const task = await lockTask(tx, given);
    demand(task, 'not_found');
    await auditTask(tx, given, 'programs.remove-task', given, now);
    await deleteAssignment(tx, given);
    const { programId } = given;
    const { subjectId, dueOn: before } = task;
    await tellTaskChange(tx, { programId, subjectId, before, after: null }, now);
  });
}

/** Records the task as it is now, and its former values if it was changed. */
async function auditTask(
  tx: Tx,
  { programId, directorId }: { programId: string; directorId: string },
  action: AuditAction,
  { id, before }: { id: string; before?: { due_on: string } },
  now: Date,
): Promise<void> {
  const { due_on, ...task } = await getRecordedTask(tx, id);
  const detail = before ? { ...task, before, after: { due_on } } : { ...task, due_on };
  const subject = { subjectType: 'program', subjectId: programId };
  await recordAudit(tx, { actorId: directorId, action, ...subject, detail }, now);
}

/** Throws unless the due date is in the future in the director's time zone. */
async function demandOpen(
  tx: Tx,
  { directorId, dueOn }: { directorId: string; dueOn: string },
  now: Date,
): Promise<void> {
  demandForeseeable({ due_on: dueOn }, now);
  const isOver = await isDayOver(tx, { directorId, day: dueOn }, now);
  demand(!isOver, 'due_in_past', { due_on: VALUE_MESSAGES.dueInPast });
}

/** After the last day of an edition nobody is asked for tasks in it. */
async function demandInEdition(tx: Tx, task: { bookId: string; dueOn: string }, now: Date): Promise<void> {
  const isAfter = await isDueAfterEdition(tx, task, now);
  demand(!isAfter, 'invalid', { due_on: VALUE_MESSAGES.dueAfterEdition });
}

/** Students would be asked for the same by two days, and reminded twice. A task whose due date is over may be set again. */
async function demandNoOther(
  tx: Tx,
  task: { programId: string; subjectId: string; directorId: string; id: string },
  now: Date,
): Promise<void> {
  const other = await findOtherTask(tx, task, now);
  demand(!other, 'invalid', other ? { due_on: fieldText('taskAlready', { day: other.dueOn }) } : {});
}

async function remindBefore(tx: Tx, id: string, dueOn: string, now: Date): Promise<void> {
  const runAt = reminderTime(dueOn);
  const job = { assignment_id: id, due_on: dueOn };
  await enqueue(tx, programJobs.remindStudents(job, { runAt: runAt > now ? runAt : now }));
}

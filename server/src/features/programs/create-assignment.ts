import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import {
  findSubjectBook,
  insertAssignment,
  isAssigned,
  isDayOver,
  updateDueDate,
} from './assignment-queries.ts';
import { holdDirector } from './hold-director.ts';
import { programJobs } from './jobs.ts';

const DAY_MS = 86_400_000;
/** The reminder comes two days before the day, in the morning of most clocks, or at once when fewer are left. */
const REMIND_DAYS_BEFORE = 2;

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
    demand(book, 'not_found');
    const id = given.restores ?? newId();
    if (!(await insertAssignment(tx, { ...given, ...book, id }, now))) {
      // It is back already, unless the id is of another program or was given another day since.
      const stands = await isAssigned(tx, { ...given, ...book, id });
      demand(stands !== null, 'not_found');
      demand(stands, 'edited_meanwhile');
      return { id };
    }
    await remindBefore(tx, id, given.dueOn, now);
    return { id };
  });
}

/** Also of one that is over: it begins anew for those who have not done it. */
export function updateAssignment(
  db: Db,
  given: { programId: string; directorId: string; id: string; dueOn: string },
  now: Date,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    await demandOpen(tx, given, now);
    demand((await updateDueDate(tx, given)) > 0, 'not_found');
    await remindBefore(tx, given.id, given.dueOn, now);
  });
}

/** Until a day that has not ended where the director is. */
async function demandOpen(
  tx: Tx,
  { directorId, dueOn }: { directorId: string; dueOn: string },
  now: Date,
): Promise<void> {
  const isOver = await isDayOver(tx, { directorId, day: dueOn }, now);
  demand(!isOver, 'due_in_past', { due_on: VALUE_MESSAGES.dueInPast });
}

async function remindBefore(tx: Tx, id: string, dueOn: string, now: Date): Promise<void> {
  const runAt = new Date(Date.parse(`${dueOn}T06:00:00Z`) - REMIND_DAYS_BEFORE * DAY_MS);
  const job = { assignment_id: id, due_on: dueOn };
  await enqueue(tx, programJobs.remindStudents(job, { runAt: runAt > now ? runAt : now }));
}

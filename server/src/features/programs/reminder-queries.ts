import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import { sql } from 'kysely';
import { type Db, many, type Tx } from '../../platform/database/database.ts';
import { titleWithEdition } from '../commerce/edition-columns.ts';
import { assignmentDone, assignmentDoneBefore, dayEnd, isBound } from './state-columns.ts';

interface Reminded {
  readonly programId: string;
  readonly studentIds: readonly string[];
  /** Students who were reminded since then are left out. */
  readonly notSince: Date;
  /** A time after this was written while the clock was ahead, and is ignored. */
  readonly now: Date;
}

const due = ({ programId, studentIds, notSince, now }: Reminded) => sql`
  program_id = ${programId} and user_id = any(${[...studentIds]}::uuid[])
  and (reminded_at is null or reminded_at <= ${notSince} or reminded_at > ${now})`;

export const listDueReminders = async (db: Db, given: Reminded): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ userId: string }>`select user_id as "userId" from program_students where ${due(given)}`,
    )
  ).map(({ userId }) => userId);

/** Marks those who may be reminded now; of concurrent requests only one gets each student. */
export const claimReminders = async (tx: Tx, given: Reminded): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ userId: string }>`
        update program_students set reminded_at = ${given.now} where ${due(given)} returning user_id as "userId"`,
    )
  ).map(({ userId }) => userId);

export interface StudentTask {
  readonly id: string;
  readonly kind: AssignmentKind;
  readonly title: string;
  readonly bookId: string;
  readonly bookTitle: string;
  readonly page: number;
  readonly dueOn: string;
  readonly note: string;
  readonly isDone: boolean;
  /** Before results of the student count. */
  readonly isDoneBefore: boolean;
  /** The due date is over in the student's time zone. */
  readonly isOver: boolean;
}

/** The tasks that bind a student. */
export const listTasksOfStudent = (
  db: Db,
  { programId, studentId }: { programId: string; studentId: string },
  now: Date,
): Promise<StudentTask[]> =>
  many(
    db,
    sql<StudentTask>`
      select a.id, a.kind, coalesce(c.title, t.title, ${titleWithEdition}) as title, b.id as "bookId", ${titleWithEdition} as "bookTitle",
        coalesce(c.first_page, t.pre_page, 1) as page, to_char(a.due_on, 'YYYY-MM-DD') as "dueOn", a.note,
        ${assignmentDone(sql`u.id`)} as "isDone", ${assignmentDoneBefore(sql`u.id`)} as "isDoneBefore",
        ${dayEnd(sql`a.due_on`, sql`u.time_zone`)} <= ${now} as "isOver"
      from program_students ps join users u on u.id = ps.user_id
      join program_assignments a on a.program_id = ps.program_id join books b on b.id = a.book_id
      left join chapters c on c.id = a.chapter_id left join tests t on t.id = a.test_id
      where ps.program_id = ${programId} and ps.user_id = ${studentId} and ${isBound(now)}
      order by a.due_on, title, a.id`,
  );

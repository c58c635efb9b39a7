import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import type { BooksTable, ProgramBooksTable, ProgramsTable } from '../../schema/tables.ts';
import { titleWithEdition } from '../commerce/edition-columns.ts';
import { isAfterLastDay, isClosed } from './program-editions.ts';
import { remindedUntil } from './reminder-time.ts';
import { assignmentDone, assignmentDoneBefore, dayEnd, isBound } from './state-columns.ts';

/** The book, chapter or test of the task `a`. */
const subjectOf = sql`coalesce(a.chapter_id, a.test_id, a.book_id)`;

/** The book of the program that is the subject, or contains it. */
export const findSubjectBook = (db: Db, programId: string, kind: AssignmentKind, subjectId: string) =>
  maybeOne(
    db,
    sql<Pick<ProgramBooksTable, 'bookId'>>`
      select pb.book_id as "bookId" from program_books pb where pb.program_id = ${programId} and pb.book_id = ${
        kind === 'book'
          ? sql`${subjectId}::uuid`
          : kind === 'chapter'
            ? sql`(select book_id from chapters where id = ${subjectId})`
            : sql`(select book_id from tests where id = ${subjectId} and retired_at is null)`
      }`,
  );

/** Whether it is an edition whose last day comes before this day. */
export const isDueAfterEdition = async (
  db: Db,
  { bookId, dueOn }: { bookId: string; dueOn: string },
  now: Date,
): Promise<boolean> =>
  (await maybeOne(db, sql`select where ${isAfterLastDay(sql`${bookId}::uuid`, dueOn, now)}`)) !== null;

/** Whether it is an edition whose last day is over. */
export const isBookClosed = async (db: Db, bookId: string, now: Date): Promise<boolean> =>
  (await maybeOne(db, sql`select where ${isClosed(sql`${bookId}::uuid`, now)}`)) !== null;

export interface NewAssignment {
  readonly id: string;
  readonly programId: string;
  readonly bookId: string;
  readonly kind: AssignmentKind;
  readonly subjectId: string;
  readonly dueOn: string;
  readonly note: string;
  readonly directorId: string;
}

/** False if an assignment with this id exists. */
export async function insertAssignment(tx: Tx, given: NewAssignment, now: Date): Promise<boolean> {
  const { kind, subjectId } = given;
  const inserted = await affected(
    tx,
    sql`insert into program_assignments (id, program_id, book_id, kind, chapter_id, test_id, due_on, note,
      created_by, created_at)
    values (${given.id}, ${given.programId}, ${given.bookId}, ${kind}, ${kind === 'chapter' ? subjectId : null},
      ${kind === 'test' ? subjectId : null}, ${given.dueOn}, ${given.note}, ${given.directorId}, ${now})
    on conflict (id) do nothing`,
  );
  return inserted > 0;
}

/** Whether the assignment with this id is the same; null = the program has none with this id. */
export const isAssigned = async (
  tx: Tx,
  { id, programId, bookId, kind, subjectId, dueOn, note }: Omit<NewAssignment, 'directorId'>,
): Promise<boolean | null> =>
  (
    await maybeOne(
      tx,
      sql<{ isSame: boolean }>`
        select kind = ${kind} and book_id = ${bookId} and coalesce(chapter_id, test_id, book_id) = ${subjectId}
          and due_on = ${dueOn} and note = ${note} as "isSame"
        from program_assignments where program_id = ${programId} and id = ${id}`,
    )
  )?.isSame ?? null;

/** Until the end of the transaction nobody else adds, moves or removes tasks of the program. */
export async function lockTasks(tx: Tx, programId: string): Promise<void> {
  await sql`select 1 from programs where id = ${programId} for no key update`.execute(tx);
}

/** The task that asks for the same until the same day. */
export async function findSameAssignment(
  tx: Tx,
  { programId, kind, subjectId, dueOn, note }: Omit<NewAssignment, 'id' | 'bookId' | 'directorId'>,
): Promise<string | null> {
  const same = await maybeOne(
    tx,
    sql<{ id: string }>`select id from program_assignments
      where program_id = ${programId} and kind = ${kind} and coalesce(chapter_id, test_id, book_id) = ${subjectId}
        and due_on = ${dueOn} and note = ${note} limit 1`,
  );
  return same?.id ?? null;
}

/** Another task for the same subject whose due date is not over in the director's time zone. */
export const findOtherTask = (
  tx: Tx,
  given: { programId: string; subjectId: string; directorId: string; id: string },
  now: Date,
): Promise<{ dueOn: string } | null> =>
  maybeOne(
    tx,
    sql<{ dueOn: string }>`select to_char(a.due_on, 'YYYY-MM-DD') as "dueOn"
      from program_assignments a join users u on u.id = ${given.directorId}
      where a.program_id = ${given.programId} and ${subjectOf} = ${given.subjectId} and a.id <> ${given.id}
        and ${dayEnd(sql`a.due_on`, sql`u.time_zone`)} > ${now}
      order by a.due_on limit 1`,
  );

/** Null = no such task. */
export const lockTask = (
  tx: Tx,
  { programId, id }: { programId: string; id: string },
): Promise<{ dueOn: string; bookId: string; subjectId: string } | null> =>
  maybeOne(
    tx,
    sql<{ dueOn: string; bookId: string; subjectId: string }>`
      select to_char(a.due_on, 'YYYY-MM-DD') as "dueOn", a.book_id as "bookId", ${subjectOf} as "subjectId"
      from program_assignments a where a.program_id = ${programId} and a.id = ${id} for update`,
  );

export const updateDueDate = (tx: Tx, { id, dueOn }: { id: string; dueOn: string }): Promise<number> =>
  affected(tx, sql`update program_assignments set due_on = ${dueOn} where id = ${id}`);

export const deleteAssignment = (tx: Tx, { id }: { id: string }): Promise<number> =>
  affected(tx, sql`delete from program_assignments where id = ${id}`);

/** The title for the audit log, as it is now, because chapters and tests may be removed later. */
export const getRecordedTask = (tx: Tx, id: string) =>
  one(
    tx,
    sql<{ kind: AssignmentKind; title: string; book_id: string; due_on: string }>`
      select a.kind, coalesce(c.title, t.title, b.title) as title, a.book_id, to_char(a.due_on, 'YYYY-MM-DD') as due_on
      from program_assignments a join books b on b.id = a.book_id
      left join chapters c on c.id = a.chapter_id left join tests t on t.id = a.test_id where a.id = ${id}`,
  );

/** What a student `ps` has to do. A task that was created again, for the same subject and day, is the same. */
export interface OpenTask {
  readonly programId: string;
  readonly subjectId: string;
  readonly dueOn: string;
  readonly userId: string;
}
const openTask = sql`a.program_id as "programId", ${subjectOf} as "subjectId",
  to_char(a.due_on, 'YYYY-MM-DD') as "dueOn", ps.user_id as "userId"`;

/**
 * The students whom the task binds, who have not done it and for whom the due date is not over, for the reminder. Users with an
 * unverified address get only the invitation. Empty if the task was removed or moved to another day.
 */
export const listUndone = (db: Db, assignmentId: string, dueOn: string | undefined, now: Date) =>
  many(
    db,
    sql<OpenTask>`
      select ${openTask} from program_assignments a
      join program_students ps on ps.program_id = a.program_id
      join users u on u.id = ps.user_id and u.email_verified_at is not null
      left join chapters c on c.id = a.chapter_id
      where a.id = ${assignmentId} and ${isBound(now)} and ${dayEnd(sql`a.due_on`, sql`u.time_zone`)} > ${now}
        and not ${assignmentDone(sql`ps.user_id`)}
        ${dueOn ? sql`and a.due_on = ${dueOn}` : sql``}`,
  );

/** The open tasks of these students whose reminder was due already; those who got it are included. */
export const listMissedReminders = (db: Db, userIds: readonly string[], now: Date) =>
  many(
    db,
    sql<OpenTask>`
      select ${openTask} from program_students ps
      join users u on u.id = ps.user_id and u.email_verified_at is not null
      join program_assignments a on a.program_id = ps.program_id
      left join chapters c on c.id = a.chapter_id
      where ps.user_id = any(${[...userIds]}::uuid[]) and ${isBound(now)}
        and ${dayEnd(sql`a.due_on`, sql`u.time_zone`)} > ${now}
        and a.due_on <= ${remindedUntil(now)}::date and not ${assignmentDone(sql`ps.user_id`)}`,
  );

/** Null if the task was removed or done, or its due date is over for the student. */
export const findAssignmentForMail = (
  db: Db,
  task: Omit<OpenTask, 'userId'> | { readonly id: string },
  studentId: string,
  now: Date,
) =>
  maybeOne(
    db,
    sql<{
      kind: AssignmentKind;
      title: string;
      bookTitle: BooksTable['title'];
      bookId: BooksTable['id'];
      page: number;
      dueOn: string;
      programName: ProgramsTable['name'];
      note: string;
      isDoneBefore: boolean;
    }>`
      select a.kind, coalesce(c.title, t.title, ${titleWithEdition}) as title, ${titleWithEdition} as "bookTitle", b.id as "bookId",
        coalesce(c.first_page, t.pre_page, 1) as page, to_char(a.due_on, 'YYYY-MM-DD') as "dueOn",
        p.name as "programName", a.note, ${assignmentDoneBefore(sql`u.id`)} as "isDoneBefore"
      from program_assignments a join programs p on p.id = a.program_id join books b on b.id = a.book_id
      left join chapters c on c.id = a.chapter_id left join tests t on t.id = a.test_id
      join program_students ps on ps.program_id = p.id join users u on u.id = ps.user_id
      where ${
        'id' in task
          ? sql`a.id = ${task.id}`
          : sql`a.program_id = ${task.programId} and ${subjectOf} = ${task.subjectId} and a.due_on = ${task.dueOn}`
      } and u.id = ${studentId} and not ${assignmentDone(sql`u.id`)} and ${dayEnd(sql`a.due_on`, sql`u.time_zone`)} > ${now}
      limit 1`,
  );

/** Whether a day is over in the director's time zone. */
export const isDayOver = async (
  db: Db,
  { directorId, day }: { directorId: string; day: string },
  now: Date,
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from users u where u.id = ${directorId}
      and ${dayEnd(sql`${day}::date`, sql`u.time_zone`)} <= ${now}`,
  )) !== null;

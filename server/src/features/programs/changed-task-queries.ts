import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import { titleWithEdition } from '../commerce/edition-columns.ts';
import { assignmentDone, dayEnd } from './state-columns.ts';

/** Whether a book, chapter or test is a task of a program: until this day (YYYY-MM-DD), or null = it is none. */
export type TaskState = string | null;

export interface TaskSubject {
  readonly programId: string;
  readonly subjectId: string;
}

export const listProgramStudentIds = async (db: Db, programId: string): Promise<string[]> =>
  (
    await many(
      db,
      // In one order, so that concurrent changes enqueue without a deadlock.
      sql<{ id: string }>`
        select user_id as id from program_students where program_id = ${programId} order by user_id`,
    )
  ).map(({ id }) => id);

/**
 * For a letter about a task that was moved or removed. Null if the student has done it, its due date is over for the student, or
 * the state is another one by now.
 */
export const findChangedTask = (
  db: Db,
  { programId, subjectId, state }: TaskSubject & { readonly state: TaskState },
  studentId: string,
  now: Date,
) =>
  maybeOne(
    db,
    sql<{ kind: AssignmentKind; title: string; bookId: string; page: number; programName: string }>`
      with a as (
        select ${programId}::uuid as program_id, c.id as chapter_id, t.id as test_id,
          coalesce(c.book_id, t.book_id, s.id) as book_id,
          case when c.id is not null then 'chapter' when t.id is not null then 'test' else 'book' end as kind
        from (select ${subjectId}::uuid as id) s
        left join chapters c on c.id = s.id left join tests t on t.id = s.id),
      tasks as (select due_on from program_assignments
        where program_id = ${programId} and coalesce(chapter_id, test_id, book_id) = ${subjectId})
      select a.kind, coalesce(c.title, t.title, ${titleWithEdition}) as title, b.id as "bookId",
        coalesce(c.first_page, t.pre_page, 1) as page, p.name as "programName"
      from a join programs p on p.id = a.program_id join books b on b.id = a.book_id
      left join chapters c on c.id = a.chapter_id left join tests t on t.id = a.test_id
      join program_students ps on ps.program_id = p.id join users u on u.id = ps.user_id
      where u.id = ${studentId} and not ${assignmentDone(sql`u.id`)} and ${
        state === null
          ? sql`not exists (select from tasks)`
          : sql`exists (select from tasks where due_on = ${state}::date)
            and ${dayEnd(sql`${state}::date`, sql`u.time_zone`)} > ${now}`
      }`,
  );

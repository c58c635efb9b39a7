import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the person has done the assignment `a` (with its chapter as `c`): a book is completed, a chapter was read
 * to its last page, a test was solved after the chapter.
 */
export const assignmentDone = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(case a.kind
  when 'test' then exists (select 1 from attempts d where d.user_id = ${userId} and d.kind = 'post'
    and d.subject_id = a.test_id)
  else exists (select 1 from book_progress d where d.user_id = ${userId} and d.book_id = a.book_id
    and (d.status = 'completed' or d.page >= c.last_page)) end)`;

/**
 * One of STUDENT_STATES for the row `u` of users in a program. What is overdue weighs most; then what is finished; then
 * whether anything was begun. The day of an assignment ends where the student is.
 */
export const studentState = (
  programId: RawBuilder<unknown> | string,
  now: Date,
): RawBuilder<string> => sql<string>`(case
  when exists (select 1 from program_assignments a left join chapters c on c.id = a.chapter_id
    where a.program_id = ${programId} and (a.due_on + 1)::timestamp at time zone u.time_zone <= ${now}
      and not ${assignmentDone(sql`u.id`)}) then 'behind'
  when exists (select 1 from program_books pb where pb.program_id = ${programId})
    and not exists (select 1 from program_books pb where pb.program_id = ${programId}
      and not exists (select 1 from book_progress bp where bp.user_id = u.id and bp.book_id = pb.book_id
        and bp.status = 'completed')) then 'completed'
  when exists (select 1 from book_progress bp join program_books pb on pb.book_id = bp.book_id
      where bp.user_id = u.id and pb.program_id = ${programId})
    or exists (select 1 from attempts t join program_books pb on pb.book_id = t.book_id
      where t.user_id = u.id and pb.program_id = ${programId}) then 'on_track'
  else 'not_started' end)`;

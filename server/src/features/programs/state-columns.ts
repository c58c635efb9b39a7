import { type RawBuilder, sql } from 'kysely';
import { isReadSince, shownSince } from './chapter-read.ts';
import { editionsOf, isClosed } from './program-editions.ts';
import { completedAt, isShown } from './shown-results.ts';

/**
 * Whether the user has ever done the assignment `a` (with its chapter as `c`), or since results of `ps` count: completed the book
 * in one of the editions that the program has, read the chapter, or solved the post-test.
 */
const doneSince = (userId: RawBuilder<unknown>, since: 'ever' | 'counted'): RawBuilder<boolean> => {
  const isCounted = since === 'counted';
  const shown = (at: RawBuilder<unknown>) => (isCounted ? sql`and ${isShown(at, 'ps')}` : sql``);
  return sql<boolean>`(case a.kind
  when 'test' then exists (select 1 from attempts d where d.user_id = ${userId} and d.kind = 'post'
    and d.subject_id = a.test_id ${shown(sql`d.submitted_at`)})
  else exists (select 1 from book_progress bp where bp.user_id = ${userId}
      and bp.book_id in ${editionsOf(sql`a.program_id`, sql`a.book_id`)}
      and bp.status = 'completed' ${shown(completedAt)})
    or exists (select 1 from chapter_reads r where r.chapter_id = a.chapter_id and r.user_id = ${userId}
      ${isCounted ? sql`and ${isReadSince(shownSince('ps'))}` : sql``}) end)`;
};

/** The one rule for directors, students and reminders: what `isShown` of `ps` hides does not count. */
export const assignmentDone = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  doneSince(userId, 'counted');

/** Whether the assignment would be done if results from before joining counted. For the student alone. */
export const assignmentDoneBefore = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${doneSince(userId, 'ever')} and not ${assignmentDone(userId)})`;

/** When the due date of assignment `a` ends in the time zone of a row with `time_zone`. */
export const dayEnd = (dueOn: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`(${dueOn} + 1)::timestamp at time zone ${timeZone}`;

/**
 * A task `a` whose due date ended before the student `ps` (user `u`) joined does not bind the student, and one in an edition
 * whose last day is over binds nobody.
 */
export const isBound = (now: Date): RawBuilder<boolean> =>
  sql`(${dayEnd(sql`a.due_on`, sql`u.time_zone`)} > ps.joined_at and not ${isClosed(sql`a.book_id`, now)})`;

/**
 * One of STUDENT_STATES for the rows `ps` of program_students and `u` of users: completed beats behind. What the director is not shown does not count.
 */
export const studentState = (
  programId: RawBuilder<unknown> | string,
  now: Date,
): RawBuilder<string> => sql<string>`(case
  when u.email_verified_at is null then 'invited'
  when exists (select 1 from program_books pb where pb.program_id = ${programId})
    and not exists (select 1 from program_books pb where pb.program_id = ${programId}
      and not exists (select 1 from book_progress bp where bp.user_id = u.id
        and bp.book_id in ${editionsOf(programId, sql`pb.book_id`)}
        and bp.status = 'completed' and ${isShown(completedAt, 'ps')})) then 'completed'
  when exists (select 1 from program_assignments a left join chapters c on c.id = a.chapter_id
    where a.program_id = ${programId} and ${dayEnd(sql`a.due_on`, sql`u.time_zone`)} <= ${now}
      and ${isBound(now)}
      and not ${assignmentDone(sql`u.id`)}) then 'behind'
  when exists (select 1 from book_progress bp join program_books pb on pb.book_id = bp.book_id
      where bp.user_id = u.id and pb.program_id = ${programId} and ${isShown(sql`bp.updated_at`, 'ps')})
    or exists (select 1 from attempts t join program_books pb on pb.book_id = t.book_id
      where t.user_id = u.id and pb.program_id = ${programId} and ${isShown(sql`t.submitted_at`, 'ps')}) then 'on_track'
  else 'not_started' end)`;

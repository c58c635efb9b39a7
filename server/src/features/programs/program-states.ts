import { type RawBuilder, sql } from 'kysely';
import { isReadSince, shownSince } from './chapter-read.ts';
import { isClosed, programEditions } from './program-editions.ts';
import { completedAt, isShown } from './shown-results.ts';
import { dayEnd } from './state-columns.ts';

/** The completed tasks of a program, as rows (id, user_id), maybe with duplicates; `members` and `editions` as in `programStates`. */
export const tasksDone = (programId: string): RawBuilder<unknown> => sql`
  select a.id, m.id as user_id from program_assignments a
    join attempts d on d.subject_id = a.test_id and d.kind = 'post'
    join members m on m.id = d.user_id and ${isShown(sql`d.submitted_at`, 'm')}
    where a.program_id = ${programId} and a.kind = 'test'
  union all
  select a.id, m.id from program_assignments a join book_progress bp on bp.book_id = a.book_id and bp.status = 'completed'
    join members m on m.id = bp.user_id and ${isShown(completedAt, 'm')}
    where a.program_id = ${programId} and a.kind <> 'test'
  union all
  select a.id, m.id from program_assignments a
    join editions task on task.book_id = a.book_id join editions done_in on done_in.first_id = task.first_id
      and done_in.book_id <> a.book_id
    join book_progress bp on bp.book_id = done_in.book_id and bp.status = 'completed'
    join members m on m.id = bp.user_id and ${isShown(completedAt, 'm')}
    where a.program_id = ${programId} and a.kind <> 'test'
  union all
  select a.id, m.id from program_assignments a join chapter_reads r on r.chapter_id = a.chapter_id
    join members m on m.id = r.user_id and ${isReadSince(sql`m.shown_since`)}
    where a.program_id = ${programId} and a.kind = 'chapter'`;

/** The students of a program and the editions of its books, in the form that `tasksDone` needs. */
export const programMembers = (programId: string): RawBuilder<unknown> => sql`
    editions as materialized (select book_id, first_id from ${programEditions(programId)} e),
    members as materialized (select u.id, u.time_zone, u.email_verified_at, ps.joined_at, ps.results_from, ${shownSince('ps')} as shown_since
    from program_students ps join users u on u.id = ps.user_id
    where ps.program_id = ${programId})`;

/**
 * When each task's due date ends in each time zone, as rows (id, time_zone, ends_at, is_closed): time zones are fewer
 * than students. A closed task is in an edition whose last day is over.
 */
export const taskDays = (programId: string, now: Date): RawBuilder<unknown> => sql`
    select a.id, z.time_zone, ${dayEnd(sql`a.due_on`, sql`z.time_zone`)} as ends_at, ${isClosed(sql`a.book_id`, now)} as is_closed
    from program_assignments a cross join (select distinct time_zone from members) z
    where a.program_id = ${programId}`;

/**
 * `studentState` of all students of a program, as rows (id, state), by joins; the rule for one student looks up rows instead. A
 * test compares the two.
 */
export const programStates = (programId: string, now: Date): RawBuilder<unknown> => sql`
  with ${programMembers(programId)},
  days as materialized (${taskDays(programId, now)}),
  done as materialized (${tasksDone(programId)}),
  late as materialized (
    select distinct m.id from members m
    join days on days.time_zone = m.time_zone and days.ends_at <= ${now} and days.ends_at > m.joined_at
      and not days.is_closed
    left join done on done.id = days.id and done.user_id = m.id
    where done.id is null),
  reading as materialized (
    select bp.user_id,
      count(distinct e.first_id) filter (where bp.status = 'completed' and ${isShown(completedAt, 'm')}) as completed
    from book_progress bp join editions e on e.book_id = bp.book_id
    join members m on m.id = bp.user_id and ${isShown(sql`bp.updated_at`, 'm')} group by 1)
  select m.id, case
    when m.email_verified_at is null then 'invited'
    when reading.completed = (select count(distinct first_id) from editions) then 'completed'
    when late.id is not null then 'behind'
    when reading.user_id is not null
      or exists (select 1 from attempts t join program_books pb on pb.book_id = t.book_id and pb.program_id = ${programId}
        where t.user_id = m.id and ${isShown(sql`t.submitted_at`, 'm')}) then 'on_track'
    else 'not_started' end as state
  from members m left join late on late.id = m.id left join reading on reading.user_id = m.id`;

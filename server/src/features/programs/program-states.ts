import { type RawBuilder, sql } from 'kysely';
import { holdsChapter, isChapterRead } from './chapter-read.ts';
import { completedAt, isShown } from './shown-results.ts';
import { dayEnd } from './state-columns.ts';

/**
 * `studentState` of everybody in a program at once, as rows (id, state): joins over the whole where the rule for one
 * student looks up row by row. A test holds the two against each other.
 */
export const programStates = (programId: string, now: Date): RawBuilder<unknown> => sql`
  with members as materialized (
    select u.id, u.time_zone, u.email_verified_at, ps.joined_at, ps.results_from
    from program_students ps join users u on u.id = ps.user_id
    where ps.program_id = ${programId}),
  -- Roughly: whether a day has ended where the student is comes below.
  due as materialized (
    select a.id, a.kind, a.book_id, a.test_id, a.due_on, c.first_page, c.last_page
    from program_assignments a left join chapters c on c.id = a.chapter_id
    where a.program_id = ${programId} and a.due_on <= (${now}::timestamptz + interval '2 days')::date),
  done as materialized (
    select due.id, m.id as user_id from due
    join attempts d on d.subject_id = due.test_id and d.kind = 'post'
    join members m on m.id = d.user_id and ${isShown(sql`d.submitted_at`, 'm')}
    where due.kind = 'test'
    union all
    select due.id, m.id from due join book_progress bp on bp.book_id = due.book_id and bp.status = 'completed'
    join members m on m.id = bp.user_id and ${isShown(completedAt, 'm')}
    where due.kind <> 'test'
    union all
    select due.id, m.id from due join shown_pages s on ${holdsChapter('due')} join members m on m.id = s.user_id
    where due.kind = 'chapter' group by due.id, due.first_page, due.last_page, m.id
    having ${isChapterRead('due', sql`m.results_from`)}),
  late as materialized (
    select distinct m.id from members m
    join due on ${dayEnd(sql`due.due_on`, sql`m.time_zone`)} <= ${now}
      and ${dayEnd(sql`due.due_on`, sql`m.time_zone`)} > m.joined_at
    left join done on done.id = due.id and done.user_id = m.id
    where done.id is null),
  reading as materialized (
    select bp.user_id, count(*) filter (where bp.status = 'completed' and ${isShown(completedAt, 'm')}) as completed
    from book_progress bp join program_books pb on pb.book_id = bp.book_id and pb.program_id = ${programId}
    join members m on m.id = bp.user_id and ${isShown(sql`bp.updated_at`, 'm')} group by 1)
  select m.id, case
    when m.email_verified_at is null then 'invited'
    when reading.completed = (select count(*) from program_books where program_id = ${programId}) then 'completed'
    when late.id is not null then 'behind'
    when reading.user_id is not null
      or exists (select 1 from attempts t join program_books pb on pb.book_id = t.book_id and pb.program_id = ${programId}
        where t.user_id = m.id and ${isShown(sql`t.submitted_at`, 'm')}) then 'on_track'
    else 'not_started' end as state
  from members m left join late on late.id = m.id left join reading on reading.user_id = m.id`;

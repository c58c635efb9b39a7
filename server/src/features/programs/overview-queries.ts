import type { StudentState } from '@vesalius/contract/programs-limits';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { assignmentDone, studentState } from './state-columns.ts';

export const countStates = (db: Db, programId: string, now: Date) =>
  many(
    db,
    sql<{ state: StudentState; count: number }>`
      select state, count(*)::int as count from (
        select ${studentState(programId, now)} as state
        from program_students ps join users u on u.id = ps.user_id where ps.program_id = ${programId}) s
      group by state`,
  );

export interface OverviewBook {
  readonly id: string;
  readonly title: string;
  readonly subjects: { kind: 'book' | 'chapter' | 'test'; id: string; title: string }[];
}

export const listOverviewBooks = (db: Db, programId: string, now: Date): Promise<OverviewBook[]> =>
  many(
    db,
    sql<OverviewBook>`
      select b.id, b.title,
        jsonb_build_array(jsonb_build_object('kind', 'book', 'id', b.id, 'title', b.title))
        || coalesce((select jsonb_agg(jsonb_build_object('kind', 'chapter', 'id', c.id, 'title', c.title)
            order by c.position) from chapters c where c.book_id = b.id), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('kind', 'test', 'id', t.id, 'title', t.title)
            order by t.pre_page, t.id) from tests t where t.book_id = b.id and t.retired_at is null), '[]') as subjects
      from program_books pb join books b on b.id = pb.book_id and b.published_at <= ${now}
      where pb.program_id = ${programId} order by pb.position, b.id`,
  );

export const countReaders = (db: Db, programId: string, bookId: string) =>
  many(
    db,
    sql<{ started: number; completed: number }>`
      select count(*)::int as started, count(*) filter (where bp.status = 'completed')::int as completed
      from book_progress bp
      where bp.book_id = ${bookId}
        and bp.user_id in (select user_id from program_students where program_id = ${programId})`,
  );

export interface TurnScores {
  readonly testId: string;
  readonly title: string;
  readonly kind: 'pre' | 'post' | null;
  /** floor(percentage / 10), 100 in the last one. */
  readonly bin: number | null;
  readonly count: number;
  readonly sum: number | null;
}

/** How many students of the program lie in which tenth, before and after each chapter of a book. */
export const listTurnScores = (db: Db, programId: string, bookId: string): Promise<TurnScores[]> =>
  many(
    db,
    sql<TurnScores>`
      select t.id as "testId", t.title, s.kind, s.bin, coalesce(s.count, 0) as count, s.sum
      from tests t
      left join (
        select a.subject_id, a.kind, least(9, a.score * 10 / a.total) as bin, count(*)::int as count,
          sum(a.score * 100.0 / a.total)::float8 as sum
        from attempts a
        where a.subject_id in (select id from tests where book_id = ${bookId} and retired_at is null)
          and a.kind in ('pre', 'post') and a.total > 0
          and a.user_id in (select user_id from program_students where program_id = ${programId})
        group by 1, 2, 3) s on s.subject_id = t.id
      where t.book_id = ${bookId} and t.retired_at is null
      order by t.pre_page, t.id, s.kind, s.bin`,
  );

export interface SectionRow {
  readonly testTitle: string;
  readonly name: string;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly percentage: number;
  readonly students: number;
}

/**
 * Each section's share of right answers: after the chapter where somebody has solved that turn, else before it. A
 * section ends before the next one of its test, the last one at the page of the test after the chapter.
 */
export const listSectionResults = (db: Db, programId: string, bookId: string): Promise<SectionRow[]> =>
  many(
    db,
    sql<SectionRow>`
      with turns as materialized (
        select a.id, a.subject_id, a.user_id from attempts a
        where a.subject_id in (select id from tests where book_id = ${bookId} and retired_at is null)
          and a.user_id in (select user_id from program_students where program_id = ${programId})
          and a.kind = case when exists (select 1 from attempts p where p.subject_id = a.subject_id and p.kind = 'post'
            and p.user_id in (select user_id from program_students where program_id = ${programId}))
            then 'post' else 'pre' end)
      select t.title as "testTitle", s.name, s.first_page as "firstPage",
        greatest(s.first_page, coalesce(lead(s.first_page) over (partition by t.id order by s.position) - 1,
          t.post_page)) as "lastPage",
        r.percentage, r.students
      from tests t join test_sections s on s.test_id = t.id
      join (
        select q.section_id, round(100.0 * count(*) filter (where an.correct) / count(*), 1)::float8 as percentage,
          count(distinct turns.user_id)::int as students
        from turns join attempt_answers an on an.attempt_id = turns.id
        join questions q on q.id = an.question_id and q.section_id is not null
        group by 1) r on r.section_id = s.id
      where t.book_id = ${bookId} and t.retired_at is null
      order by r.percentage, t.pre_page, s.position`,
  );

export const listAssignments = (db: Db, programId: string) =>
  many(
    db,
    sql<{
      id: string;
      kind: 'book' | 'chapter' | 'test';
      title: string;
      bookTitle: string;
      dueOn: string;
      note: string;
      done: number;
    }>`
      select a.id, a.kind, coalesce(c.title, t.title, b.title) as title, b.title as "bookTitle",
        to_char(a.due_on, 'YYYY-MM-DD') as "dueOn", a.note,
        (select count(*)::int from program_students ps where ps.program_id = a.program_id
          and ${assignmentDone(sql`ps.user_id`)}) as done
      from program_assignments a join books b on b.id = a.book_id
      left join chapters c on c.id = a.chapter_id left join tests t on t.id = a.test_id
      where a.program_id = ${programId} order by a.due_on, a.id`,
  );

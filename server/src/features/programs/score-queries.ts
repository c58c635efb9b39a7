import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne } from '../../platform/database/database.ts';
import type { ProgramBookScoresTable, TestSectionsTable, TestsTable } from '../../schema/tables.ts';
import type { CountedScores } from './count-scores.ts';
import { isShown } from './shown-results.ts';

export interface TurnScores extends Pick<TestsTable, 'title'> {
  readonly testId: TestsTable['id'];
  readonly kind: 'pre' | 'post' | null;
  /** floor(percentage / 10); 100 percent counts in the last bin. */
  readonly bin: number | null;
  readonly count: number;
  readonly sum: number | null;
}

/** How many students are in which tenth, before and after each chapter of a book. */
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
        join program_students ps on ps.program_id = ${programId} and ps.user_id = a.user_id
          and ${isShown(sql`a.submitted_at`, 'ps')}
        where a.subject_id in (select id from tests where book_id = ${bookId} and retired_at is null)
          and a.kind in ('pre', 'post') and a.total > 0
        group by 1, 2, 3) s on s.subject_id = t.id
      where t.book_id = ${bookId} and t.retired_at is null
      order by t.pre_page, t.id, s.kind, s.bin`,
  );

export interface SectionRow extends Pick<TestSectionsTable, 'name' | 'firstPage'> {
  readonly testTitle: TestsTable['title'];
  readonly lastPage: number;
  readonly percentage: number;
  readonly students: number;
}

/**
 * The share of correct answers per section: after the chapter if anyone has solved that turn, otherwise before it. A section
 * ends before the next one of its test, the last one at the page of the post-test. Sums are by attempt first: a student has one
 * attempt per turn, so counting attempts counts students.
 */
export const listSectionResults = (db: Db, programId: string, bookId: string): Promise<SectionRow[]> =>
  many(
    db,
    sql<SectionRow>`
      with turn as materialized (
        select t.id, case when exists (select 1 from attempts p
            join program_students ps on ps.user_id = p.user_id and ps.program_id = ${programId}
            where p.subject_id = t.id and p.kind = 'post' and ${isShown(sql`p.submitted_at`, 'ps')}) then 'post' else 'pre' end as kind
        from tests t where t.book_id = ${bookId} and t.retired_at is null),
      solved as materialized (
        select a.id from turn join attempts a on a.subject_id = turn.id and a.kind = turn.kind
        join program_students ps on ps.program_id = ${programId} and ps.user_id = a.user_id
          and ${isShown(sql`a.submitted_at`, 'ps')})
      select t.title as "testTitle", s.name, s.first_page as "firstPage",
        greatest(s.first_page, coalesce(lead(s.first_page) over (partition by t.id order by s.position) - 1,
          t.post_page)) as "lastPage",
        r.percentage, r.students
      from tests t join test_sections s on s.test_id = t.id
      join (
        select section_id, round(100.0 * sum("right") / sum(given), 1)::float8 as percentage, count(*)::int as students
        from (
          select q.section_id, an.attempt_id, count(*) filter (where an.correct) as "right", count(*) as given
          from solved join attempt_answers an on an.attempt_id = solved.id
          join questions q on q.id = an.question_id and q.section_id is not null
          group by 1, 2) each_attempt
        group by 1) r on r.section_id = s.id
      where t.book_id = ${bookId} and t.retired_at is null
      order by r.percentage, t.pre_page, s.position`,
  );

export const findStoredScores = (db: Db, programId: string, bookId: string) =>
  maybeOne(
    db,
    sql<Pick<ProgramBookScoresTable, 'countedAt'> & { facts: CountedScores }>`
      select counted_at as "countedAt", facts from program_book_scores
      where program_id = ${programId} and book_id = ${bookId}`,
  );

/** Of two concurrent counts, the later one is stored. */
export async function upsertStoredScores(
  db: Db,
  given: { programId: string; bookId: string; facts: CountedScores },
  now: Date,
): Promise<void> {
  await sql`insert into program_book_scores as s (program_id, book_id, counted_at, facts)
    values (${given.programId}, ${given.bookId}, ${now}, ${jsonb(given.facts)})
    on conflict (program_id, book_id) do update set counted_at = excluded.counted_at, facts = excluded.facts
    where s.counted_at <= excluded.counted_at`.execute(db);
}

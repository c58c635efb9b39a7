import type { QUESTION_TURNS } from '@vesalius/contract/assessments-results';
import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';

/** Days without watching after which a lecture counts as abandoned. */
const LEFT_DAYS = 7;
const MAX_LECTURES = 20;
const MAX_SEARCHES = 50;

export interface QuestionCount {
  readonly kind: (typeof QUESTION_TURNS)[number];
  readonly subjectTitle: string;
  readonly question: string;
  readonly pageNumber: number | null;
  readonly answered: number;
  readonly wrong: number;
}
/** Counts each reader's first attempt. Pre-tests are left out: a wrong answer before reading says nothing. */
export const countAnswers = (db: Db, bookId: string): Promise<QuestionCount[]> =>
  many(
    db,
    sql<QuestionCount>`
      select given.kind, coalesce(z.title, t.title, '') as "subjectTitle", q.question, q.page_number as "pageNumber",
        count(*)::int as answered, (count(*) filter (where not given.correct))::int as wrong
      from (
        select distinct on (n.question_id, a.kind, a.user_id) n.question_id, a.kind, n.correct
        from attempts a join attempt_answers n on n.attempt_id = a.id
          join users u on u.id = a.user_id and u.role = 'customer'
        where a.book_id = ${bookId} and a.kind <> 'pre'
        order by n.question_id, a.kind, a.user_id, a.number
      ) given
      join questions q on q.id = given.question_id and q.retired_at is null
      left join quizzes z on z.id = q.quiz_id left join tests t on t.id = q.test_id
      group by q.id, given.kind, z.title, t.title
      having count(*) filter (where not given.correct) >= ${MIN_READERS_SHOWN}
      order by q.page_number, q.id, given.kind`,
  );

export interface LectureCount {
  readonly title: string;
  readonly page: number;
  readonly started: number;
  readonly left: number;
  /** 0 to 1. */
  readonly leftAt: number;
}
export const countLectures = (db: Db, bookId: string, now: Date): Promise<LectureCount[]> =>
  many(
    db,
    sql<LectureCount>`
      select m.title, m.page, count(*)::int as started, (count(*) filter (where w.has_left))::int as left,
        percentile_cont(0.5) within group (order by w.reached / m.duration_seconds) filter (where w.has_left) as "leftAt"
      from materials m
        join material_progress p on p.material_id = m.id
        join users u on u.id = p.user_id and u.role = 'customer'
        cross join lateral (
          select p.watched_at is null and p.updated_at < ${now}::timestamptz - ${LEFT_DAYS} * interval '1 day' as has_left,
            (select max((range ->> 1)::float8) from jsonb_array_elements(p.played) as range) as reached
        ) w
      where m.book_id = ${bookId} and m.type = 0 and m.retired_at is null and m.duration_seconds > 0
        and w.reached > 0
      group by m.id having count(*) filter (where w.has_left) >= ${MIN_READERS_SHOWN}
      order by count(*) filter (where w.has_left) / ${MIN_READERS_SHOWN}::int desc, m.page, m.position limit ${MAX_LECTURES}`,
  );

/** Searches without results that enough readers made; rarer terms are not shown. */
export const listMisses = (db: Db, bookId: string): Promise<{ term: string; people: number }[]> =>
  many(
    db,
    sql<{ term: string; people: number }>`
      select term, cardinality(people) as people from missed_searches
      where book_id = ${bookId} and term is not null
      order by cardinality(people) / ${MIN_READERS_SHOWN}::int desc, term limit ${MAX_SEARCHES}`,
  );

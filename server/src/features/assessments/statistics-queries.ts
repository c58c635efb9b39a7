import type { QuestionStatistics } from '@vesalius/contract/assessments-review';
import { sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';

export interface StatisticsRow {
  readonly questionId: string;
  readonly kind: QuestionStatistics['kind'];
  readonly subjectTitle: string;
  readonly question: string;
  readonly pageNumber: number | null;
  readonly answered: number;
  readonly right: number;
  readonly discrimination: number | null;
  readonly choices: QuestionStatistics['choices'];
}

/** Fewer answers than this tell chance, not the question. */
const FEWEST_FOR_DISCRIMINATION = 10;

/**
 * One page of the questions of a book, quizzes first, in the order of their pages. Of repeated final tests the first
 * attempt that asked the question counts. Discrimination correlates "right" with the share of points in the rest of the
 * same paper: papers that were drawn differ.
 */
export async function listStatistics(
  db: Db,
  bookId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StatisticsRow[]; count: number }> {
  const rows = await many(
    db,
    sql<StatisticsRow>`
      with asked as (
        select q.id, q.question, q.page_number, q.position, q.points,
          case when q.quiz_id is not null then 'quiz' when q.test_id is not null then 'test' else 'final' end as kind,
          coalesce(z.title, t.title, '') as subject, coalesce(z.page, t.pre_page, 100000) as page
        from questions q left join quizzes z on z.id = q.quiz_id left join tests t on t.id = q.test_id
        where q.book_id = ${bookId} and q.retired_at is null
        order by (q.quiz_id is null), (q.test_id is null), page, subject, q.position, q.id
        limit ${limit} offset ${offset}
      )
      select asked.id as "questionId", asked.kind, asked.subject as "subjectTitle", asked.question,
        asked.page_number as "pageNumber", given.answered, given."right", given.discrimination,
        coalesce((select json_agg(json_build_object('id', c.id, 'answer', c.answer, 'correct', c.correct,
            'number_chosen', (select count(*) from unnest(given.chosen) as chosen (id) where chosen.id = c.id))
            order by c.position)
          from choices c where c.question_id = asked.id and c.retired_at is null), '[]'::json) as choices
      from asked cross join lateral (
        select count(*) as answered, count(*) filter (where n.correct) as "right", array_agg(n.choice_id) as chosen,
          case when count(*) >= ${FEWEST_FOR_DISCRIMINATION}
            then round(corr(n.correct::int, (n.score - n.points)::float8 / nullif(n.total - asked.points, 0))::numeric, 2)
          end as discrimination
        from (select distinct on (a.user_id, a.kind) n.correct, n.points, n.choice_id, a.score, a.total
          from attempt_answers n join attempts a on a.id = n.attempt_id
          where n.question_id = asked.id order by a.user_id, a.kind, a.number) n
      ) given
      order by array_position(array['quiz', 'test', 'final'], asked.kind), asked.page, asked.subject, asked.position, asked.id`,
  );
  const { count } = await one(
    db,
    sql<{ count: number }>`
      select count(*) as count from questions where book_id = ${bookId} and retired_at is null`,
  );
  return { rows, count };
}

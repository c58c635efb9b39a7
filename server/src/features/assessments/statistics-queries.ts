import type { QuestionStatistics } from '@vesalius/contract/assessments-results';
import { STATISTICS_MIN_ANSWERS } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';

export interface StatisticsRow {
  readonly questionId: string;
  readonly kind: QuestionStatistics['kind'];
  readonly subjectTitle: string;
  readonly question: string;
  readonly pageNumber: number | null;
  readonly answered: number;
  /** Null: too few to be told. */
  readonly right: number | null;
  readonly discrimination: number | null;
  readonly choices: QuestionStatistics['choices'];
}
export interface StatisticsWish {
  readonly bookId: string;
  readonly kind: StatisticsRow['kind'] | undefined;
  readonly order: 'book' | 'hardest' | 'discrimination';
  /** Answers are counted in whole groups of so many; with fewer a question has no rank among the hardest. 0: each counts. */
  readonly minAnswers: number;
}

/** Each question of the book in each turn that asks it. */
const turnsOf = ({ bookId, kind }: StatisticsWish): RawBuilder<unknown> => sql`
  select q.id, q.question, q.page_number, q.position, q.points, turn.kind, coalesce(z.title, t.title, '') as subject,
    case turn.kind when 'quiz' then z.page when 'pre' then t.pre_page when 'post' then t.post_page else 0 end as page
  from questions q left join quizzes z on z.id = q.quiz_id left join tests t on t.id = q.test_id
    cross join unnest(case when q.quiz_id is not null then array['quiz'] when q.test_id is not null
      then array['pre', 'post'] else array['final'] end) as turn (kind)
  where q.book_id = ${bookId} and q.retired_at is null ${kind ? sql`and turn.kind = ${kind}` : sql``}`;

/**
 * Only whole groups of so many, in the order in which they answered: a number subtracted from that of the day before tells of a
 * group, and never of one reader.
 */
const inGroups = (answers: RawBuilder<unknown>, groupSize: number): RawBuilder<unknown> =>
  groupSize === 0
    ? answers
    : sql`select * from (
        select g.*, row_number() over (order by g.submitted_at, g.attempt_id) as place, count(*) over () as given
        from (${answers}) g) numbered
      where place <= given - given % ${groupSize}::int`;

const IN_BOOK = sql`array_position(array['quiz', 'pre', 'post', 'final'], kind), page, subject, position, id`;
const ordersFor = (minAnswers: number): Readonly<Record<StatisticsWish['order'], RawBuilder<unknown>>> => ({
  book: IN_BOOK,
  hardest: sql`case when answered >= ${minAnswers} then "right"::numeric / nullif(answered, 0) end nulls last, ${IN_BOOK}`,
  discrimination: sql`discrimination nulls last, ${IN_BOOK}`,
});

/**
 * One page of the questions of a book. A question in a turn counts only the answers of that turn: for each reader those of the
 * first attempt that asked it. Discrimination correlates correctness with the share of points in the rest of the same paper,
 * because drawn papers differ.
 */
export async function listStatistics(
  db: Db,
  wish: StatisticsWish,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StatisticsRow[]; count: number }> {
  const slice = sql`limit ${limit} offset ${offset}`;
  // In the order of the book, only the answers to the questions of the page are read.
  const inBook = wish.order === 'book';
  const order = ordersFor(wish.minAnswers)[wish.order];
  const rows = await many(
    db,
    sql<StatisticsRow>`
      with asked as (${turnsOf(wish)} ${inBook ? sql`order by ${IN_BOOK} ${slice}` : sql``}),
      performing as (
        select asked.*, given.* from asked cross join lateral (
          select count(*) as answered, count(*) filter (where n.correct) as "right", array_agg(n.choice_id) as chosen,
            case when count(*) >= ${STATISTICS_MIN_ANSWERS}
              then round(corr(n.correct::int, (n.score - n.points)::float8 / nullif(n.total - asked.points, 0))::numeric, 2)
            end as discrimination
          from (${inGroups(
            sql`select distinct on (a.user_id) n.correct, n.points, n.choice_id, a.score, a.total,
              a.submitted_at, a.id as attempt_id
            from attempt_answers n join attempts a on a.id = n.attempt_id
            where n.question_id = asked.id and a.kind = asked.kind order by a.user_id, a.number`,
            wish.minAnswers,
          )}) n
        ) given
        order by ${order} ${inBook ? sql`` : slice}
      )
      select p.id as "questionId", p.kind, p.subject as "subjectTitle", p.question, p.page_number as "pageNumber",
        p.answered, p."right", p.discrimination,
        coalesce((select json_agg(json_build_object('id', c.id, 'answer', c.answer, 'correct', c.correct,
            'number_chosen', (select count(*) from unnest(p.chosen) as chosen (id) where chosen.id = c.id))
            order by c.position)
          from choices c where c.question_id = p.id and c.retired_at is null), '[]'::json) as choices
      from performing p order by ${order}`,
  );
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*) as count from (${turnsOf(wish)}) asked`,
  );
  return { rows, count };
}

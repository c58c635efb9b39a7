import type { QuestionStatistics } from '@vesalius/contract/assessments-results';
import { CHOICE_MIN_CHOSEN, STATISTICS_MIN_ANSWERS } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { type Db, jsonb, many, one } from '../../platform/database/database.ts';

export interface StatisticsRow {
  readonly questionId: string;
  /** Of the question, in its quiz or test. */
  readonly key: string;
  /** Null: nobody has answered. */
  readonly wording: number | null;
  readonly kind: QuestionStatistics['kind'];
  readonly subjectTitle: string;
  readonly question: string;
  readonly pageNumber: number | null;
  readonly answered: number;
  /** Null: too few to be told. */
  readonly right: number | null;
  readonly discrimination: number | null;
  readonly choices: readonly (QuestionStatistics['choices'][number] & {
    /** As of the question, of having chosen this one; null with fewer than CHOICE_MIN_CHOSEN who did. */
    readonly discrimination: number | null;
  })[];
}
/** One quiz, one chapter test or the final test, with the wordings that its questions have had. */
export interface SubjectWish {
  readonly kind: 'quiz' | 'test' | 'final';
  /** Of the quiz or test. */
  readonly key: string;
  /** From when on a question had which wording; 0 before the first of them, and where none is named. */
  readonly wordings: readonly { readonly key: string; readonly from: Date; readonly wording: number }[];
}
export interface StatisticsWish {
  readonly bookId: string;
  readonly kind: StatisticsRow['kind'] | undefined;
  readonly order: 'book' | 'hardest' | 'discrimination';
  /** Answers are counted in whole groups of so many; with fewer a question has no rank among the hardest. 0: each counts. */
  readonly minAnswers: number;
  /** Only its questions, each with a row for every wording that was answered. */
  readonly subject?: SubjectWish;
}

/** Each question of the book in each turn that asks it. */
const turnsOf = ({ bookId, kind, subject }: StatisticsWish): RawBuilder<unknown> => sql`
  select q.id, q.key, q.question, q.page_number, q.position, q.points, turn.kind, coalesce(z.title, t.title, '') as subject,
    case turn.kind when 'quiz' then z.page when 'pre' then t.pre_page when 'post' then t.post_page else 0 end as page
  from questions q left join quizzes z on z.id = q.quiz_id left join tests t on t.id = q.test_id
    cross join unnest(case when q.quiz_id is not null then array['quiz'] when q.test_id is not null
      then array['pre', 'post'] else array['final'] end) as turn (kind)
  where q.book_id = ${bookId} and q.retired_at is null ${kind ? sql`and turn.kind = ${kind}` : sql``}
    ${subject ? isOf(subject) : sql``}`;

const isOf = ({ kind, key }: SubjectWish): RawBuilder<unknown> => {
  if (kind === 'final') return sql`and q.final_test_id is not null`;
  return kind === 'quiz' ? sql`and z.key = ${key}` : sql`and t.key = ${key}`;
};

/** Of an answer to a question that was `asked`. */
const wordingOf = (subject: SubjectWish | undefined): RawBuilder<unknown> =>
  subject && subject.wordings.length > 0
    ? sql`coalesce((select w.wording from jsonb_to_recordset(${jsonb(subject.wordings)})
          as w (key text, "from" timestamptz, wording int)
        where w.key = asked.key and w."from" <= a.submitted_at order by w."from" desc limit 1), 0)`
    : sql`0`;

/**
 * Only whole groups of so many, in the order in which they answered: a number subtracted from that of the day before tells of a
 * group, and never of one reader. A group that answered two wordings counts for neither: each figure is made of the same groups.
 */
const inGroups = (answers: RawBuilder<unknown>, groupSize: number): RawBuilder<unknown> =>
  groupSize === 0
    ? answers
    : sql`select * from (
        select numbered.*, min(wording) over g = max(wording) over g as has_one_wording from (
          select g.*, row_number() over (order by g.submitted_at, g.attempt_id) as place, count(*) over () as given
          from (${answers}) g) numbered
        where place <= given - given % ${groupSize}::int
        window g as (partition by (place - 1) / ${groupSize}::int)) grouped
      where has_one_wording`;

const IN_BOOK = sql`array_position(array['quiz', 'pre', 'post', 'final'], kind), page, subject, position, id`;
/** A float8 from -1 to 1, as it is told. */
const rounded = (correlation: RawBuilder<unknown>) => sql`round(${correlation}::numeric, 2)`;
const ordersFor = (minAnswers: number): Readonly<Record<StatisticsWish['order'], RawBuilder<unknown>>> => ({
  book: IN_BOOK,
  hardest: sql`case when answered >= ${minAnswers} then "right"::numeric / nullif(answered, 0) end nulls last, ${IN_BOOK}`,
  discrimination: sql`discrimination nulls last, ${IN_BOOK}`,
});

/** One page of the questions of a book, and their number. */
export async function listStatistics(
  db: Db,
  wish: StatisticsWish,
  slice: { limit: number; offset: number },
): Promise<{ rows: StatisticsRow[]; count: number }> {
  const rows = await listQuestionRows(db, wish, slice);
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*) as count from (${turnsOf(wish)}) asked`,
  );
  return { rows, count };
}

/**
 * A question in a turn counts only the answers of that turn: for each reader those of the first attempt that asked it.
 * Discrimination correlates correctness with the share of points in the rest of the same paper, because drawn papers differ.
 */
export function listQuestionRows(
  db: Db,
  wish: StatisticsWish,
  { limit, offset }: { limit: number; offset: number },
): Promise<StatisticsRow[]> {
  const slice = sql`limit ${limit} offset ${offset}`;
  // In the order of the book, only the answers to the questions of the page are read.
  const inBook = wish.order === 'book';
  const order = ordersFor(wish.minAnswers)[wish.order];
  // Those of an earlier wording may be gone from the question.
  const orChosen = wish.subject ? sql`or c.id = any(p.chosen)` : sql``;
  return many(
    db,
    sql<StatisticsRow>`
      with asked as (${turnsOf(wish)} ${inBook ? sql`order by ${IN_BOOK} ${slice}` : sql``}),
      performing as (
        select asked.*, given.wording, coalesce(given.answered, 0) as answered, coalesce(given."right", 0) as "right",
          given.chosen, given.rests, given.discrimination
        from asked left join lateral (
          select n.wording, count(*) as answered, count(*) filter (where n.correct) as "right",
            array_agg(n.choice_id) as chosen, array_agg(n.rest) as rests,
            case when count(*) >= ${STATISTICS_MIN_ANSWERS}
              then ${rounded(sql`corr(n.correct::int, n.rest)`)} end as discrimination
          from (${inGroups(
            sql`select first.*, (first.score - first.points)::float8 / nullif(first.total - asked.points, 0) as rest
              from (select distinct on (a.user_id) n.correct, n.points, n.choice_id, a.score, a.total,
                a.submitted_at, a.id as attempt_id, ${wordingOf(wish.subject)} as wording
              from attempt_answers n join attempts a on a.id = n.attempt_id
              where n.question_id = asked.id and a.kind = asked.kind order by a.user_id, a.number) first`,
            wish.minAnswers,
          )}) n
          group by n.wording
        ) given on true
        order by ${order} ${inBook ? sql`` : slice}
      )
      select p.id as "questionId", p.key, p.wording, p.kind, p.subject as "subjectTitle", p.question,
        p.page_number as "pageNumber", p.answered, p."right", p.discrimination,
        coalesce((select json_agg(json_build_object('id', c.id, 'answer', c.answer, 'correct', c.correct,
            'number_chosen', coalesce(taken.times, 0), 'discrimination', taken.discrimination) order by c.position)
          from choices c cross join lateral (
            select count(*) filter (where each.id = c.id) as times,
              case when p.answered >= ${STATISTICS_MIN_ANSWERS} and count(*) filter (where each.id = c.id) >= ${CHOICE_MIN_CHOSEN}
                then ${rounded(sql`corr((each.id = c.id)::int, each.rest)`)} end as discrimination
            from unnest(p.chosen, p.rests) as each (id, rest)) taken
          where c.question_id = p.id and (c.retired_at is null ${orChosen})), '[]'::json) as choices
      from performing p order by ${order}, p.wording`,
  );
}

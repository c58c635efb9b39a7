import type { SurveyQuestion } from '@vesalius/contract/assessments-surveys';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one } from '../../platform/database/database.ts';
import type { SurveyQuestionsTable, SurveysTable } from '../../schema/tables.ts';

export interface ResultsWish {
  readonly bookId: string;
  /** Answers are shown only in groups of this many readers. */
  readonly groupSize: number;
  /** Whole days in UTC, both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Only what students of this program answered, in its stored groups. */
  readonly programId?: string;
}

export const findSurveyTitle = (db: Db, bookId: string): Promise<{ title: string } | null> =>
  maybeOne(db, sql<Pick<SurveysTable, 'title'>>`select title from surveys where book_id = ${bookId}`);

/**
 * `shown`: the ids of responses that may be shown. Responses form groups in the order of submission. Only full groups are shown, and
 * a group belongs to the time of its last response. So any period, and the difference of any two periods, consists of whole groups:
 * nobody can be identified by comparing results.
 */
const shown = (wish: ResultsWish): RawBuilder<unknown> =>
  wish.programId === undefined ? shownOfBook(wish) : shownOfProgram(wish, wish.programId);

const shownOfBook = ({ bookId, groupSize, from, to }: ResultsWish): RawBuilder<unknown> => sql`
  numbered as (
    select r.id, r.submitted_at, (row_number() over (order by r.submitted_at, r.id) - 1) / ${groupSize}::int as place
    from survey_responses r join surveys s on s.id = r.survey_id where s.book_id = ${bookId}
  ), grouped as (
    select id, count(*) over (partition by place) as size, max(submitted_at) over (partition by place) as at
    from numbered
  ), shown as (
    select id from grouped where size = ${groupSize}::int
      ${from ? sql`and at >= ${from}::date::timestamp at time zone 'UTC'` : sql``}
      ${to ? sql`and at < (${to}::date + 1)::timestamp at time zone 'UTC'` : sql``}
  )`;

/** The same of a program: `grouped` are the answers of present students that wait for a group. */
const shownOfProgram = ({ bookId, groupSize }: ResultsWish, programId: string): RawBuilder<unknown> => sql`
  grouped as (
    select w.id, 0 as size from (${waitingOf(programId, bookId)}) w
  ), shown as (
    select g.response_id as id from program_survey_groups g
      join survey_responses r on r.id = g.response_id join surveys s on s.id = r.survey_id
    where g.program_id = ${programId} and s.book_id = ${bookId}
      and (select count(*) from program_survey_groups o where o.group_id = g.group_id) = ${groupSize}::int
  )`;

/** Answers of present students that are in no group, from when on the director sees their results; the oldest first. */
export const waitingOf = (programId: string, bookId: string): RawBuilder<unknown> => sql`
  select r.id, r.submitted_at from survey_responses r join surveys s on s.id = r.survey_id
    join program_students ps on ps.user_id = r.user_id and ps.program_id = ${programId}
  where s.book_id = ${bookId} and r.submitted_at >= ps.results_from
    and not exists (select 1 from program_survey_groups g where g.response_id = r.id)
  order by r.submitted_at, r.id`;

/** The number of readers whose answers are shown, and of those who wait for their group to be full. */
export const countReaders = (db: Db, wish: ResultsWish): Promise<{ shown: number; waiting: number }> =>
  one(
    db,
    sql<{ shown: number; waiting: number }>`with ${shown(wish)}
      select (select count(*) from shown) as shown,
        (select count(*) from grouped where size < ${wish.groupSize}::int) as waiting`,
  );

export interface ResultRow extends Pick<SurveyQuestionsTable, 'question'> {
  readonly id: string;
  readonly type: SurveyQuestion['question_type'];
  readonly isSingleChoice: SurveyQuestionsTable['isMcqSingleChoice'];
  readonly retired: boolean;
  readonly answered: number;
  readonly mean: number | null;
  /** By the choice's id, or by the rating. */
  readonly counts: Readonly<Record<string, number>>;
  readonly choices: readonly { readonly id: string; readonly text: string; readonly retired: boolean }[];
}
/** The current questions, then former ones with answers. */
export const listResults = (db: Db, wish: ResultsWish): Promise<ResultRow[]> =>
  many(
    db,
    sql<ResultRow>`with ${shown(wish)}, given as (
        select a.survey_question_id, a.rating, a.choice_ids
        from survey_answers a join shown on shown.id = a.response_id
      ), totals as (
        select survey_question_id, count(*) as answered, round(avg(rating), 2) as mean from given group by 1
      ), counted as (
        select g.survey_question_id, chosen.key, count(*) as times
        from given g cross join lateral (
          select unnest(g.choice_ids)::text union all select g.rating::text where g.rating is not null) chosen (key)
        group by 1, 2
      )
      select q.id, q.question, q.question_type as type, q.is_mcq_single_choice as "isSingleChoice",
        q.retired_at is not null as retired, coalesce(t.answered, 0) as answered, t.mean,
        coalesce((select json_object_agg(c.key, c.times) from counted c where c.survey_question_id = q.id), '{}'::json)
          as counts,
        coalesce((select json_agg(json_build_object('id', c.id, 'text', c.answer_choice,
            'retired', c.retired_at is not null) order by c.position, c.id)
          from survey_choices c where c.survey_question_id = q.id), '[]'::json) as choices
      from surveys s join survey_questions q on q.survey_id = s.id
        left join totals t on t.survey_question_id = q.id
      where s.book_id = ${wish.bookId} and (q.retired_at is null or t.answered > 0)
      order by q.retired_at is not null, q.position, q.id`,
  );

/** An order that reveals neither who wrote first nor which texts are by the same reader. */
const SHUFFLED = sql`md5(a.response_id::text || a.survey_question_id::text)`;
const wordsOf = (wish: ResultsWish, questionId: string): RawBuilder<unknown> => sql`
  survey_answers a join shown on shown.id = a.response_id
    join survey_questions q on q.id = a.survey_question_id join surveys s on s.id = q.survey_id
  where a.survey_question_id = ${questionId} and s.book_id = ${wish.bookId} and a.open_ended_answer <> ''`;

export async function listWords(
  db: Db,
  wish: ResultsWish & { questionId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: { text: string }[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    many(
      db,
      sql<{ text: string }>`with ${shown(wish)} select a.open_ended_answer as text
        from ${wordsOf(wish, wish.questionId)} order by ${SHUFFLED} limit ${limit} offset ${offset}`,
    ),
    one(
      db,
      sql<{
        count: number;
      }>`with ${shown(wish)} select count(*) as count from ${wordsOf(wish, wish.questionId)}`,
    ),
  ]);
  return { rows, count };
}

/** The next part of all texts, for a file. */
export const listWordsAfter = (
  db: Db,
  wish: ResultsWish & { questionId: string },
  after: string,
  limit: number,
): Promise<{ text: string; place: string }[]> =>
  many(
    db,
    sql<{ text: string; place: string }>`with ${shown(wish)}
      select a.open_ended_answer as text, ${SHUFFLED} as place from ${wordsOf(wish, wish.questionId)}
        and ${SHUFFLED} > ${after} order by place limit ${limit}`,
  );

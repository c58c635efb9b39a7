import { PAGE_SHOWN_MS } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';
import { batched } from '../../platform/database/batch.ts';
import { type Db, many } from '../../platform/database/database.ts';
import type { BooksTable, QuizzesTable, TestSectionsTable, TestsTable } from '../../schema/tables.ts';
import type { DrawnPaper } from './draw-paper.ts';
import { drawnPaper } from './drawn-paper-queries.ts';
import { type FinalTestRow, finalTestColumns } from './paper-queries.ts';
import type { SectionRow } from './section-results.ts';

/** The number of questions, and this user's results. A quiz is solved when all of them are answered. */
export interface QuizRow
  extends Pick<QuizzesTable, 'id' | 'bookId' | 'page' | 'title' | 'keepQuestionOrder'> {
  readonly questions: number;
  readonly points: number;
  readonly answered: number;
  readonly score: number;
}

/** Quizzes with questions, in the order of their pages. */
export function listQuizzes(
  db: Db,
  where: { bookId: string } | { quizId: string },
  userId: string,
): Promise<QuizRow[]> {
  const condition = 'bookId' in where ? sql`z.book_id = ${where.bookId}` : sql`z.id = ${where.quizId}`;
  return many(
    db,
    sql<QuizRow>`
      select z.id, z.book_id as "bookId", z.page, z.title, z.keep_question_order as "keepQuestionOrder", count(*) as questions, sum(q.points) as points,
        count(n.question_id) as answered, coalesce(sum(n.points), 0) as score
      from quizzes z
      join questions q on q.quiz_id = z.id and q.retired_at is null
      left join attempts a on a.user_id = ${userId} and a.kind = 'quiz' and a.subject_id = z.id and a.number = 1
      left join attempt_answers n on n.attempt_id = a.id and n.question_id = q.id
      where ${condition} and z.retired_at is null
      group by z.id order by z.page, z.title, z.id`,
  );
}

export interface TestRow
  extends Pick<
    TestsTable,
    'id' | 'bookId' | 'title' | 'note' | 'isMandatory' | 'prePage' | 'postPage' | 'keepQuestionOrder'
  > {
  readonly questions: number;
  readonly points: number;
  readonly preAnswered: number;
  readonly preScore: number;
  readonly postAnswered: number;
  readonly postScore: number;
  /** Pages of the chapter shown since the pre-test, limited by the time that has passed. */
  readonly pagesShown: number;
  readonly postPageReached: boolean;
}

/**
 * What a reader has seen of the chapter of test `t`. Array positions in a row of `shown_pages` are page offsets. The browser
 * reports the pages; the server's time since the pre-test limits how many count.
 */
const chapterReading = (userId: RawBuilder<unknown>, now: RawBuilder<unknown>) => sql`
  (select least(count(*), floor(greatest(0, extract(epoch from ${now} - min(first.submitted_at))) * 1000 / ${PAGE_SHOWN_MS}::int))::int
    from shown_pages s
    join attempts first on first.user_id = s.user_id and first.kind = 'pre' and first.subject_id = t.id and first.number = 1
    cross join generate_subscripts(s.shown_at, 1) as place
    where s.user_id = ${userId} and s.book_id = t.book_id and s.part between (t.pre_page - 1) / 64 and (t.post_page - 1) / 64
      and s.part * 64 + place between t.pre_page and t.post_page
      and s.shown_at[place] >= shown_time(first.submitted_at)) as "pagesShown",
  (exists (select 1 from book_progress g where g.user_id = ${userId} and g.book_id = t.book_id and g.page >= t.post_page)
    or exists (select 1 from shown_pages s where s.user_id = ${userId} and s.book_id = t.book_id
      and s.part * 64 + array_upper(s.shown_at, 1) >= t.post_page)) as "postPageReached"`;

const ofTests = (where: { bookId: string } | { testId: string }): RawBuilder<unknown> =>
  'bookId' in where ? sql`t.book_id = ${where.bookId}` : sql`t.id = ${where.testId}`;

/** Tests with questions, by pre_page. */
export function listTests(
  db: Db,
  where: { bookId: string } | { testId: string },
  userId: string,
  now: Date,
): Promise<TestRow[]> {
  return many(
    db,
    sql<TestRow>`
      select t.id, t.book_id as "bookId", t.title, t.note, t.is_mandatory as "isMandatory",
        t.pre_page as "prePage", t.post_page as "postPage", t.keep_question_order as "keepQuestionOrder", count(*) as questions, sum(q.points) as points,
        count(pre.question_id) as "preAnswered", coalesce(sum(pre.points), 0) as "preScore",
        count(post.question_id) as "postAnswered", coalesce(sum(post.points), 0) as "postScore",
        ${chapterReading(sql`${userId}::uuid`, sql`${now}::timestamptz`)}
      from tests t
      join questions q on q.test_id = t.id and q.retired_at is null
      left join attempts a on a.user_id = ${userId} and a.kind = 'pre' and a.subject_id = t.id and a.number = 1
      left join attempt_answers pre on pre.attempt_id = a.id and pre.question_id = q.id
      left join attempts b on b.user_id = ${userId} and b.kind = 'post' and b.subject_id = t.id and b.number = 1
      left join attempt_answers post on post.attempt_id = b.id and post.question_id = q.id
      where ${ofTests(where)} and t.retired_at is null
      group by t.id order by t.pre_page, t.post_page, t.title, t.id`,
  );
}

/** What a submission needs to know about a test before it is graded, without counts. */
export interface TestHead
  extends Pick<
    TestsTable,
    'bookId' | 'title' | 'note' | 'isMandatory' | 'prePage' | 'postPage' | 'keepQuestionOrder'
  > {
  readonly id: string;
  /** The book's revision: questions change only with it. */
  readonly revision: BooksTable['revision'];
  readonly preAttemptId: string | null;
  readonly postAttemptId: string | null;
  /** The papers that this reader has opened. */
  readonly prePaper: DrawnPaper | null;
  readonly postPaper: DrawnPaper | null;
  readonly pagesShown: number;
  readonly postPageReached: boolean;
}
/** Concurrent submissions share one statement. */
export const findTestHead = batched(
  async (
    db: Db,
    asks: readonly { testId: string; userId: string; now: Date }[],
  ): Promise<(TestHead | null)[]> => {
    const attempt = (kind: 'pre' | 'post') => sql`(select a.id from attempts a where a.user_id = ask.user_id
      and a.kind = ${kind} and a.subject_id = t.id and a.number = 1)`;
    const paper = (kind: 'pre' | 'post') => sql`(select ${drawnPaper(sql`p`)} from attempt_papers p
      where p.user_id = ask.user_id and p.kind = ${kind} and p.subject_id = t.id and p.number = 1)`;
    const rows = await many(
      db,
      sql<TestHead & { n: number }>`
        select ask.n, t.id, t.book_id as "bookId", b.revision, t.title, t.note, t.is_mandatory as "isMandatory",
          t.pre_page as "prePage", t.post_page as "postPage", t.keep_question_order as "keepQuestionOrder",
          ${attempt('pre')} as "preAttemptId", ${attempt('post')} as "postAttemptId",
          ${paper('pre')} as "prePaper", ${paper('post')} as "postPaper",
          ${chapterReading(sql`ask.user_id`, sql`ask.now`)}
        from unnest(${asks.map(({ testId }) => testId)}::uuid[], ${asks.map(({ userId }) => userId)}::uuid[],
              ${asks.map(({ now }) => now)}::timestamptz[])
            with ordinality as ask (test_id, user_id, now, n)
          join tests t on t.id = ask.test_id join books b on b.id = t.book_id
        where t.retired_at is null`,
    );
    const byAsk = new Map(rows.map(({ n, ...head }) => [n, head]));
    return asks.map((_, index) => byAsk.get(index + 1) ?? null);
  },
);

/** What a submission of the final test needs to know about it. */
export interface FinalHead extends FinalTestRow, Pick<BooksTable, 'revision'> {
  /** The number of this reader's last attempt; 0 before the first. */
  readonly lastNumber: number;
  /** The paper of the next attempt, if it has been opened. */
  readonly paper: DrawnPaper | null;
}
export const findFinalHead = batched(
  async (db: Db, asks: readonly { bookId: string; userId: string }[]): Promise<(FinalHead | null)[]> => {
    const rows = await many(
      db,
      sql<FinalHead & { n: number }>`
        select ask.n, ${finalTestColumns}, b.revision, last.number as "lastNumber", ${drawnPaper(sql`p`)} as paper
        from unnest(${asks.map(({ bookId }) => bookId)}::uuid[], ${asks.map(({ userId }) => userId)}::uuid[])
            with ordinality as ask (book_id, user_id, n)
          join final_tests f on f.book_id = ask.book_id join books b on b.id = f.book_id
          cross join lateral (select coalesce(max(a.number), 0) as number from attempts a
            where a.user_id = ask.user_id and a.kind = 'final' and a.subject_id = f.id) last
          left join attempt_papers p on p.user_id = ask.user_id and p.kind = 'final' and p.subject_id = f.id
            and p.number = last.number + 1
        where f.retired_at is null`,
    );
    const byAsk = new Map(rows.map(({ n, ...head }) => [n, head]));
    return asks.map((_, index) => byAsk.get(index + 1) ?? null);
  },
);

export interface TestSection extends Pick<TestSectionsTable, 'id' | 'name' | 'firstPage' | 'message'> {
  readonly endPage: number;
}
export function listTestSections(db: Db, testId: string): Promise<TestSection[]> {
  return many(
    db,
    sql<TestSection>`
      select s.id, s.name, s.first_page as "firstPage", s.message,
        coalesce(lead(s.first_page) over (order by s.first_page, s.position), t.post_page) as "endPage"
      from test_sections s join tests t on t.id = s.test_id
      where t.id = ${testId} and exists (select 1 from questions q where q.section_id = s.id and q.retired_at is null)
      order by s.first_page, s.position`,
  );
}

/** Points by section and turn; the totals are null for a turn without answers to the section. */
export function listSections(
  db: Db,
  where: { bookId: string } | { testId: string },
  userId: string,
): Promise<SectionRow[]> {
  return many(
    db,
    sql<SectionRow>`
      select t.id as "testId", s.name, s.first_page as "firstPage", s.message,
        coalesce(lead(s.first_page) over (partition by t.id order by s.first_page, s.position), t.post_page) as "endPage",
        sum(pre.points) as "preScore", sum(q.points) filter (where pre.question_id is not null) as "preTotal",
        sum(post.points) as "postScore", sum(q.points) filter (where post.question_id is not null) as "postTotal"
      from tests t
      join test_sections s on s.test_id = t.id
      join questions q on q.section_id = s.id and q.retired_at is null
      left join attempts a on a.user_id = ${userId} and a.kind = 'pre' and a.subject_id = t.id and a.number = 1
      left join attempt_answers pre on pre.attempt_id = a.id and pre.question_id = q.id
      left join attempts b on b.user_id = ${userId} and b.kind = 'post' and b.subject_id = t.id and b.number = 1
      left join attempt_answers post on post.attempt_id = b.id and post.question_id = q.id
      where ${ofTests(where)} and t.retired_at is null
      group by t.id, s.id order by s.first_page, s.position`,
  );
}

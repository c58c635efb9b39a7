import type { PracticeKind } from '@vesalius/contract/assessments-review';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { BooksTable, ChaptersTable, QuestionsTable, ReviewCardsTable } from '../../schema/tables.ts';
import { isKeyHidden } from './paper-queries.ts';

interface Of {
  readonly userId: string;
  readonly bookIds: readonly string[];
  readonly now: Date;
}

/** Whether the reader has answered the question `q` in its quiz. */
const isAnswered = (userId: string): RawBuilder<unknown> => sql`exists (
  select 1 from attempts a join attempt_answers x on x.attempt_id = a.id and x.question_id = q.id
  where a.user_id = ${userId} and a.kind = 'quiz' and a.subject_id = q.quiz_id)`;

/**
 * What can be practiced. The questions of tests are not, unless the reader went wrong in one and has seen its key: practice
 * would show the key of a test before it is taken.
 */
const pool = ({ userId, bookIds, now }: Of): RawBuilder<unknown> => {
  const books = sql`any(${[...bookIds]}::uuid[])`;
  return sql`pool as (
    select q.id, q.book_id, 'missed' as kind, coalesce(q.page_number, z.page, t.pre_page) as page, c.due_at,
      q.position
    from review_cards c join questions q on q.id = c.question_id
      left join quizzes z on z.id = q.quiz_id left join tests t on t.id = q.test_id
    where c.user_id = ${userId} and c.book_id = ${books} and c.due_at > ${now} and q.retired_at is null
      and not ${isKeyHidden(userId)}
    union all
    select q.id, q.book_id, 'new', coalesce(q.page_number, z.page), null::timestamptz, q.position
    from questions q join quizzes z on z.id = q.quiz_id and z.retired_at is null
    where q.book_id = ${books} and q.retired_at is null and not ${isAnswered(userId)}
      and not exists (select 1 from review_cards c where c.user_id = ${userId} and c.question_id = q.id)
  )`;
};

export interface PracticeCount {
  readonly bookId: string;
  readonly bookTitle: BooksTable['title'];
  /** Null: the whole book. */
  readonly chapterId: ChaptersTable['id'] | null;
  readonly chapterTitle: ChaptersTable['title'] | null;
  readonly missed: number;
  readonly new: number;
}
/** Of each book and each of its chapters, in their order. */
export function countPractice(db: Db, of: Of): Promise<PracticeCount[]> {
  return many(
    db,
    sql<PracticeCount>`with ${pool(of)}, placed as (
        select p.id, p.kind, p.book_id, null::uuid as chapter_id from pool p
        union all
        select p.id, p.kind, p.book_id, c.id from pool p
          join chapters c on c.book_id = p.book_id and p.page between c.first_page and c.last_page
      )
      select p.book_id as "bookId", b.title as "bookTitle", p.chapter_id as "chapterId",
        c.title as "chapterTitle", count(*) filter (where p.kind = 'missed')::int as missed,
        count(*) filter (where p.kind = 'new')::int as new
      from placed p join books b on b.id = p.book_id left join chapters c on c.id = p.chapter_id
      group by p.book_id, b.title, p.chapter_id, c.title, c.position
      order by b.title, p.book_id, c.position nulls first`,
  );
}

export interface PracticeQuestion {
  readonly questionId: QuestionsTable['id'];
  readonly bookId: string;
  readonly bookTitle: BooksTable['title'];
}
/** The missed ones first, those that come back soonest; then the new ones in the order of the book. */
export function listPractice(
  db: Db,
  of: Of & { chapterId: string | undefined; kind: PracticeKind | undefined; limit: number },
): Promise<PracticeQuestion[]> {
  return many(
    db,
    sql<PracticeQuestion>`with ${pool(of)}
      select p.id as "questionId", p.book_id as "bookId", b.title as "bookTitle"
      from pool p join books b on b.id = p.book_id
      where (${of.kind ?? null}::text is null or p.kind = ${of.kind ?? null})
        and (${of.chapterId ?? null}::uuid is null or exists (select 1 from chapters c where c.id = ${of.chapterId ?? null}
          and c.book_id = p.book_id and p.page between c.first_page and c.last_page))
      order by p.due_at nulls last, b.title, p.page, p.position, p.id limit ${of.limit}`,
  );
}

export interface PracticedQuestion extends PracticeQuestion {
  readonly quizId: string | null;
  readonly isAnswered: boolean;
  /** Of its card in the review. Null: none. */
  readonly dueAt: ReviewCardsTable['dueAt'] | null;
}
/** A question whose key the reader has seen, or of a quiz. */
export function findPracticed(db: Db, userId: string, questionId: string): Promise<PracticedQuestion | null> {
  return maybeOne(
    db,
    sql<PracticedQuestion>`
      select q.id as "questionId", q.book_id as "bookId", b.title as "bookTitle", q.quiz_id as "quizId",
        ${isAnswered(userId)} as "isAnswered", c.due_at as "dueAt"
      from questions q join books b on b.id = q.book_id
        left join quizzes z on z.id = q.quiz_id and z.retired_at is null
        left join review_cards c on c.question_id = q.id and c.user_id = ${userId}
      where q.id = ${questionId} and q.retired_at is null and (c.question_id is not null or z.id is not null)
        and not ${isKeyHidden(userId)}`,
  );
}

/** The review asks it then, unless it does so sooner. What the scheduler knows of it stays. */
export function bringForward(
  tx: Db | Tx,
  { userId, questionId, bookId, dueAt }: { userId: string; questionId: string; bookId: string; dueAt: Date },
): Promise<number> {
  return affected(
    tx,
    sql`insert into review_cards (user_id, question_id, book_id, due_at)
      values (${userId}, ${questionId}, ${bookId}, ${dueAt})
      on conflict (user_id, question_id) do update set due_at = least(review_cards.due_at, excluded.due_at)`,
  );
}

/** How many questions and own cards become due, by the quarter of an hour. */
export function listComing(
  db: Db,
  { userId, bookIds, now, until }: Of & { until: Date },
): Promise<{ dueAt: Date; number: number }[]> {
  const books = sql`any(${[...bookIds]}::uuid[])`;
  return many(
    db,
    sql<{ dueAt: Date; number: number }>`
      select date_bin('15 minutes', due_at, timestamptz '2000-01-01 00:00:00Z') as "dueAt", count(*)::int as number
      from (
        select c.due_at from review_cards c join questions q on q.id = c.question_id and q.retired_at is null
          and not ${isKeyHidden(userId)}
        where c.user_id = ${userId} and c.book_id = ${books} and c.due_at > ${now} and c.due_at < ${until}
        union all
        select due_at from cards
        where user_id = ${userId} and book_id = ${books} and due_at > ${now} and due_at < ${until}
      ) coming group by 1 order by 1`,
  );
}

import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type {
  BooksTable,
  ProgramDirectorsTable,
  ProgramsTable,
  TestsTable,
  UsersTable,
} from '../schema/tables.ts';

/** The demo's program, if it has no students yet. A program that has been used is left alone. */
export const findEmptyProgram = (db: Db, slug: string) =>
  maybeOne(
    db,
    sql<Pick<ProgramsTable, 'id'> & { directorId: ProgramDirectorsTable['userId'] }>`
      select p.id, pd.user_id as "directorId" from programs p
      join program_directors pd on pd.program_id = p.id
      where p.slug = ${slug} and exists (select 1 from program_books pb where pb.program_id = p.id)
        and not exists (select 1 from program_students ps where ps.program_id = p.id)
        and not exists (select 1 from people_imports i where i.program_id = p.id)
      order by pd.user_id limit 1`,
  );

export const getUserId = (db: Db, email: string) =>
  one(
    db,
    sql<Pick<UsersTable, 'id'>>`select id from users where lower(email) = ${email} and deleted_at is null`,
  );

export async function insertDemoStudent(tx: Tx, programId: string, userId: string, at: Date): Promise<void> {
  await affected(
    tx,
    sql`insert into program_students (program_id, user_id, joined_at) values (${programId}, ${userId}, ${at})
      on conflict do nothing`,
  );
}

export interface DemoTest extends Pick<TestsTable, 'bookId'> {
  readonly pages: BooksTable['numberOfPages'];
  readonly testId: TestsTable['id'];
  readonly questions: { id: string; right: string; wrong: string; points: number }[];
}

/** The chapter tests of the program's books, in the order of their pages, with a correct and a wrong choice per question. */
export const listDemoTests = (db: Db, programId: string): Promise<DemoTest[]> =>
  many(
    db,
    sql<DemoTest>`
      select t.book_id as "bookId", b.number_of_pages as pages, t.id as "testId",
        (select jsonb_agg(jsonb_build_object('id', q.id, 'points', q.points,
            'right', (select c.id from choices c where c.question_id = q.id and c.correct limit 1),
            'wrong', (select c.id from choices c where c.question_id = q.id and not c.correct limit 1))
            order by q.position)
          from questions q where q.test_id = t.id and q.retired_at is null) as questions
      from program_books pb join books b on b.id = pb.book_id join tests t on t.book_id = b.id
      where pb.program_id = ${programId} and t.retired_at is null
      order by pb.position, t.pre_page, t.id`,
  );

export async function insertDemoAttempt(
  tx: Tx,
  attempt: {
    userId: string;
    bookId: string;
    kind: 'pre' | 'post';
    subjectId: string;
    answers: readonly { id: string; choiceId: string; correct: boolean; points: number }[];
    at: Date;
  },
): Promise<void> {
  const { answers } = attempt;
  const id = newId();
  const sum = (answered: typeof answers) => answered.reduce((total, { points }) => total + points, 0);
  const rows = await affected(
    tx,
    sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
      values (${id}, ${attempt.userId}, ${attempt.bookId}, ${attempt.kind}, ${attempt.subjectId},
        ${sum(answers.filter(({ correct }) => correct))}, ${sum(answers)}, ${attempt.at})
      on conflict do nothing`,
  );
  if (rows === 0) return;
  for (const answer of answers)
    await sql`insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
      values (${id}, ${answer.id}, ${answer.choiceId}, ${answer.correct}, ${answer.correct ? answer.points : 0})`.execute(
      tx,
    );
}

/** Nobody in the demo has taken a final test, so a book that has one is read but not completed. */
export async function insertDemoProgress(
  tx: Tx,
  progress: { userId: string; bookId: string; page: number; pages: number; at: Date },
): Promise<void> {
  await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at, completed_at)
    select ${progress.userId}, ${progress.bookId}, ${progress.page}, case when done then 'completed' else 'in_progress' end,
      n, n, case when done then n end
    from (select ${progress.at}::timestamptz as n, ${progress.page >= progress.pages}::boolean and not exists (
      select 1 from final_tests f where f.book_id = ${progress.bookId} and f.retired_at is null) as done) t
    on conflict do nothing`.execute(tx);
  await sql`insert into shown_pages (user_id, book_id, part, shown_at)
    select ${progress.userId}, ${progress.bookId}, (page - 1) / 64, array_agg(shown_time(${progress.at}) order by page)
    from generate_series(1, ${progress.page}::int) as page group by 3 on conflict do nothing`.execute(tx);
}

import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../platform/database/database.ts';
import type {
  BooksTable,
  FinalTestsTable,
  QuizzesTable,
  SurveysTable,
  TestsTable,
  UsersTable,
} from '../schema/tables.ts';

/** An account of the demo that nobody has used yet: no subscription, nothing read. What people did with it stays. */
export const findUnusedReader = (db: Db, email: string) =>
  maybeOne(
    db,
    sql<Pick<UsersTable, 'id'>>`
      select u.id from users u where lower(u.email) = ${email} and u.deleted_at is null
        and not exists (select 1 from subscriptions s where s.user_id = u.id)
        and not exists (select 1 from book_progress p where p.user_id = u.id)`,
  );

export interface DemoBook extends Pick<BooksTable, 'id' | 'slug' | 'title' | 'priceCents'> {
  readonly pages: BooksTable['numberOfPages'];
}

export const listDemoBooks = (db: Db, slugs: readonly string[]): Promise<DemoBook[]> =>
  many(
    db,
    sql<DemoBook>`select id, slug, title, price_cents as "priceCents", number_of_pages as pages from books
      where slug = any(${[...slugs]}) and published_at is not null and withdrawn_at is null`,
  );

/** The demo's books have been on sale since their release dates: subscriptions of the past year begin after them. */
export async function backdatePublication(db: Db, slugs: readonly string[]): Promise<void> {
  await sql`update books set published_at = release_date::timestamptz
    where slug = any(${[...slugs]}) and release_date::timestamptz < published_at`.execute(db);
}

export interface DemoSubjects {
  readonly quizzes: Pick<QuizzesTable, 'id' | 'page'>[];
  readonly tests: Pick<TestsTable, 'id' | 'prePage' | 'postPage'>[];
  readonly finalTestId: FinalTestsTable['id'] | null;
  readonly surveyId: SurveysTable['id'] | null;
}

/** The quizzes, tests and survey of a book, in the order of their pages. */
export async function listDemoSubjects(db: Db, bookId: string): Promise<DemoSubjects> {
  const [quizzes, tests, finalTest, survey] = await Promise.all([
    many(
      db,
      sql<Pick<QuizzesTable, 'id' | 'page'>>`select id, page from quizzes
        where book_id = ${bookId} and retired_at is null order by page, id`,
    ),
    many(
      db,
      sql<Pick<TestsTable, 'id' | 'prePage' | 'postPage'>>`
        select id, pre_page as "prePage", post_page as "postPage" from tests
        where book_id = ${bookId} and retired_at is null order by pre_page, id`,
    ),
    maybeOne(
      db,
      sql<
        Pick<FinalTestsTable, 'id'>
      >`select id from final_tests where book_id = ${bookId} and retired_at is null`,
    ),
    maybeOne(
      db,
      sql<Pick<SurveysTable, 'id'>>`select id from surveys where book_id = ${bookId} and retired_at is null`,
    ),
  ]);
  return { quizzes, tests, finalTestId: finalTest?.id ?? null, surveyId: survey?.id ?? null };
}

/** Letters about a year that did not happen are not sent. */
export async function settleLetters(db: Db, now: Date): Promise<void> {
  await sql`update jobs set done_at = ${now}
    where done_at is null and dead_at is null and run_at <= ${now}
      and (kind like 'commerce.send-%' or kind like 'certificates.send-%')`.execute(db);
}

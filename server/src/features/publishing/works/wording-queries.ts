import type { Path } from '@vesalius/contract/working-copy-document';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne } from '../../../platform/database/database.ts';
import type { BooksTable } from '../../../schema/tables.ts';

export const findRevision = async (db: Db, bookId: string): Promise<number | null> =>
  (await maybeOne(db, sql<Pick<BooksTable, 'revision'>>`select revision from books where id = ${bookId}`))
    ?.revision ?? null;

export interface PublishedQuestions {
  readonly publishedAt: Date;
  /** Null: the release has no such list. */
  readonly questions: readonly unknown[] | null;
}
/** The list in each release that changed it, oldest first. */
export const listPublishedQuestions = (
  db: Db,
  bookId: string,
  [holder = '', entry = '']: Path,
): Promise<PublishedQuestions[]> => {
  const list: RawBuilder<unknown> =
    holder === 'final_test'
      ? sql`r.manifest -> 'final_test' -> 'questions'`
      : sql`(select e -> 'questions' from jsonb_array_elements(r.manifest -> ${holder}) e
          where e ->> 'key' = ${entry.slice(1)})`;
  return many(
    db,
    sql<PublishedQuestions>`select published_at as "publishedAt", questions from (
        select l.*, lag(questions) over w as before, row_number() over w as place from (
          select r.published_at, r.revision, ${list} as questions from releases r
          where r.book_id = ${bookId} and r.published_at is not null and r.manifest is not null) l
        window w as (order by published_at, revision)) listed
      where place = 1 or questions is distinct from before order by place`,
  );
};

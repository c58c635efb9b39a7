import { MAX_ATTEMPTS_COUNTED } from '@vesalius/contract/work-comparison';
import { sql } from 'kysely';
import { type Db, jsonb, many } from '../../../platform/database/database.ts';
import type { PageSetId } from '../page-sets/page-set-queries.ts';
import type { QuestionRef } from './edition-things.ts';

export interface ShownPage {
  readonly set: string;
  readonly page: number;
  /** The hash of the page's content; null for sets from before hashes were stored. */
  readonly contentHash: string | null;
  readonly textHash: string;
}
/** The pages of several sets, without their texts. */
export const listShownPages = (db: Db, sets: readonly PageSetId[]): Promise<ShownPage[]> =>
  many(
    db,
    sql<ShownPage>`select p.work_id || '/' || p.number as set, p.page, p.content_hash as "contentHash",
        md5(p.width || ' ' || p.height || ' ' || p.text) as "textHash"
      from pdf_pages p join jsonb_to_recordset(${jsonb(sets)}) as s ("workId" uuid, number int)
        on p.work_id = s."workId" and p.number = s.number`,
  );

export const listTextsOfPages = (
  db: Db,
  pages: readonly (PageSetId & { readonly page: number })[],
): Promise<{ set: string; page: number; text: string }[]> =>
  many(
    db,
    sql`select p.work_id || '/' || p.number as set, p.page, p.text
      from pdf_pages p join jsonb_to_recordset(${jsonb(pages)}) as s ("workId" uuid, number int, page int)
        on p.work_id = s."workId" and p.number = s.number and p.page = s.page`,
  );

/** The number of attempts that answered each of these questions. */
export const countAttempts = (
  db: Db,
  bookId: string,
  questions: readonly QuestionRef[],
): Promise<(QuestionRef & { attempts: number })[]> =>
  many(
    db,
    sql`select x.holder, x."holderKey", x.key, n.attempts
      from jsonb_to_recordset(${jsonb(questions)}) as x (holder text, "holderKey" text, key text)
      join questions q on q.book_id = ${bookId} and q.key = x.key and q.retired_at is null
      left join quizzes z on z.id = q.quiz_id
      left join tests t on t.id = q.test_id
      cross join lateral (select count(*)::int as attempts from
        (select 1 from attempt_answers a where a.question_id = q.id limit ${MAX_ATTEMPTS_COUNTED}) a) n
      where (x.holder = 'quiz' and z.key = x."holderKey") or (x.holder = 'test' and t.key = x."holderKey")
        or (x.holder = 'final_test' and q.final_test_id is not null)`,
  );

import type { PageInSet, PageRun } from '@vesalius/contract/page-runs';
import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { WorkCommentsTable } from '../../../schema/tables.ts';

export type PlaceColumn =
  | ('pageSet' | 'pageOfSet' | 'wasPage' | 'quote' | 'quoteBefore' | 'quoteAfter')
  | ('materialKey' | 'second' | 'listKind' | 'listKey' | 'questionKey' | 'thingTitle');
/** The place of a comment: always a page, and maybe a thing on it. An answer has no place. */
export type StoredPlace = Pick<WorkCommentsTable, PlaceColumn>;
export const NO_PLACE: StoredPlace = {
  ...{ pageSet: null, pageOfSet: null, wasPage: null, quote: null, quoteBefore: '', quoteAfter: '' },
  ...{ materialKey: null, second: null, listKind: null, listKey: null, questionKey: null, thingTitle: '' },
};

/** The runs of the working copy's pages; null: they are not prepared. */
const findWorkRuns = async (db: Db, workId: string): Promise<readonly PageRun[] | null> =>
  (
    await maybeOne(
      db,
      sql<{ runs: readonly PageRun[] | null }>`select s.runs from works w
        join work_files f on f.work_id = w.id and f.path = w.manifest ->> 'pdf'
        join page_sets s on s.work_id = w.id and s.asset_hash = f.asset_hash where w.id = ${workId}`,
    )
  )?.runs ?? null;

/** The runs of the preview's pages; null: there is no preview. */
export const findPreviewRuns = async (db: Db, workId: string): Promise<readonly PageRun[] | null> =>
  (
    await maybeOne(
      db,
      sql<{ runs: readonly PageRun[] }>`select r.page_runs as runs from books b
        join releases r on r.book_id = b.id and r.revision = b.revision where b.preview_of = ${workId}`,
    )
  )?.runs ?? null;

/** A preview is deleted after a day; the pages of the working copy stay. */
export const findShownRuns = async (db: Db, workId: string): Promise<readonly PageRun[]> =>
  (await findPreviewRuns(db, workId)) ?? (await findWorkRuns(db, workId)) ?? [];

export type NewComment = StoredPlace &
  Pick<WorkCommentsTable, 'id' | 'answers' | 'text'> & { workId: string; userId: string };
/** 0: it exists already, or the comment that it answers does not. */
export const insertComment = (tx: Tx, row: NewComment, now: Date): Promise<number> =>
  affected(
    tx,
    sql`insert into work_comments (id, work_id, answers, user_id, page_set, page_of_set, was_page, quote, quote_before,
        quote_after, material_key, second, list_kind, list_key, question_key, thing_title, text, made_at)
      select ${row.id}::uuid, ${row.workId}::uuid, ${row.answers}::uuid, ${row.userId}::uuid, ${row.pageSet}::text,
        ${row.pageOfSet}::int, ${row.wasPage}::int, ${row.quote}::text, ${row.quoteBefore}, ${row.quoteAfter},
        ${row.materialKey}::text, ${row.second}::int, ${row.listKind}::text, ${row.listKey}::text,
        ${row.questionKey}::text, ${row.thingTitle}, ${row.text}, ${now}::timestamptz
      where ${row.answers}::uuid is null or exists (select 1 from work_comments c
        where c.id = ${row.answers} and c.work_id = ${row.workId} and c.answers is null)
      on conflict (id) do nothing`,
  );

export type StoredPage = Pick<WorkCommentsTable, 'pageSet' | 'pageOfSet'>;
/** The stored pages that the comments of a work are about. */
export const listCommentedPages = (db: Db, workId: string): Promise<StoredPage[]> =>
  many(
    db,
    sql<StoredPage>`select distinct page_set as "pageSet", page_of_set as "pageOfSet" from work_comments
      where work_id = ${workId} and answers is null`,
  );

type Quote = { readonly quote: string } & Pick<WorkCommentsTable, 'quoteBefore' | 'quoteAfter'>;
export const listQuotesOfPage = (db: Db, { set, page }: PageInSet): Promise<(Quote & { id: string })[]> =>
  many(
    db,
    sql`select id, quote, quote_before as "quoteBefore", quote_after as "quoteAfter" from work_comments
      where work_id = ${set.split('/')[0]} and page_set = ${set} and page_of_set = ${page} and quote is not null`,
  );

export async function updateQuote(
  db: Db,
  id: string,
  { quote, quoteBefore, quoteAfter }: Quote,
): Promise<void> {
  await sql`update work_comments set quote = left(${quote}, 1000), quote_before = ${quoteBefore}, quote_after = ${quoteAfter}
    where id = ${id}`.execute(db);
}

export interface FoundComment extends Pick<WorkCommentsTable, 'userId' | 'answers'> {
  readonly isSettled: boolean;
  readonly answerCount: number;
  readonly isAnsweredByOthers: boolean;
}
/** Finds a comment of this work only. */
export const findComment = (tx: Tx, workId: string, id: string): Promise<FoundComment | null> =>
  maybeOne(
    tx,
    sql<FoundComment>`select c.user_id as "userId", c.answers, c.settled_at is not null as "isSettled",
        (select count(*)::int from work_comments a where a.answers = c.id) as "answerCount",
        ${isAnsweredByOthers} as "isAnsweredByOthers"
      from work_comments c where c.id = ${id} and c.work_id = ${workId}`,
  );

/** For the comment `c`. */
export const isAnsweredByOthers = sql`exists (select 1 from work_comments a
  where a.answers = c.id and a.user_id is distinct from c.user_id)`;

/** Counts open comments together with their answers. */
export const countOpenComments = async (tx: Tx, workId: string): Promise<number> =>
  (
    await maybeOne(
      tx,
      sql<{ count: number }>`select count(*)::int as count from work_comments c
        left join work_comments t on t.id = c.answers
        where c.work_id = ${workId} and coalesce(t.settled_at, c.settled_at) is null`,
    )
  )?.count ?? 0;

export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await sql`delete from work_comments where id = ${id}`.execute(tx);
}

/** `by` null reopens the comment. The user who settled it first stays recorded. */
export async function updateSettled(tx: Tx, id: string, by: string | null, now: Date): Promise<void> {
  await sql`update work_comments set settled_at = ${by && now}::timestamptz, settled_by = ${by}::uuid
    where id = ${id} and (settled_at is null) = ${by !== null}`.execute(tx);
}

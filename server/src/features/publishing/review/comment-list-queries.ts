import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import type { WorkCommentsTable } from '../../../schema/tables.ts';
import { isAnsweredByOthers, type PlaceColumn, type StoredPage } from './comment-queries.ts';
import { thingsOfComment } from './place-queries.ts';

/** Filters the comments on places; empty: all of them. */
export interface CommentFilter {
  readonly isSettled?: boolean | undefined;
  readonly id?: string | undefined;
  readonly lectureId?: string | undefined;
  readonly questionId?: string | undefined;
  /** `places`: the stored pages that are this page. */
  readonly page?: { readonly page: number; readonly places: readonly StoredPage[] } | undefined;
}

const where = ({ isSettled, id, lectureId, questionId, page }: CommentFilter) => sql`true
  ${isSettled === undefined ? sql`` : sql`and (c.settled_at is not null) = ${isSettled}`}
  ${id ? sql`and c.id = ${id}::uuid` : sql``}
  ${lectureId ? sql`and l.id = ${lectureId}::uuid` : sql``}
  ${questionId ? sql`and q.id = ${questionId}::uuid` : sql``}
  ${
    page
      ? // A lecture and a question may be moved to another page.
        sql`and case when coalesce(l.page, q.page) is not null then coalesce(l.page, q.page) = ${page.page}::int
          else (c.page_set, c.page_of_set) in (select * from unnest(${page.places.map(({ pageSet }) => pageSet)}::text[],
            ${page.places.map(({ pageOfSet }) => pageOfSet)}::int[])) end`
      : sql``
  }`;

export interface ListedThread {
  readonly id: string;
  /** The number of characters, including the answers. */
  readonly length: number;
}
/** Comments on places, oldest first. */
export const listThreads = (
  db: Db,
  workId: string,
  filter: CommentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedThread[]> =>
  many(
    db,
    sql<ListedThread>`select t.id, (select sum(length(a.text))::int from work_comments a
        where a.id = t.id or a.answers = t.id) as length
      from (select c.id, c.made_at from work_comments c ${thingsOfComment(workId)}
        where c.work_id = ${workId} and c.answers is null and ${where(filter)}
        order by c.made_at, c.id limit ${limit} offset ${offset}) t order by t.made_at, t.id`,
  );

export interface CommentRow
  extends Pick<
    WorkCommentsTable,
    'id' | 'answers' | 'userId' | 'text' | 'madeAt' | 'settledAt' | PlaceColumn
  > {
  readonly userName: string | null;
  readonly settledBy: string | null;
  readonly isAnsweredByOthers: boolean;
  /** Null: the preview does not contain it. */
  readonly lectureId: string | null;
  readonly lectureTitle: string | null;
  readonly questionId: string | null;
  readonly questionTitle: string | null;
  readonly listId: string | null;
  /** The page of the lecture or the question. */
  readonly thingPage: number | null;
}
const nameOf = (user: string) =>
  sql`(select u.first_name || ' ' || u.second_name from users u where u.id = ${sql.ref(user)} and u.deleted_at is null)`;

/** Comments together with their answers. */
export const listComments = (db: Db, workId: string, ids: readonly string[]): Promise<CommentRow[]> =>
  many(
    db,
    sql<CommentRow>`select c.id, c.answers, c.user_id as "userId", c.page_set as "pageSet",
        c.page_of_set as "pageOfSet", c.was_page as "wasPage", c.quote, c.quote_before as "quoteBefore",
        c.quote_after as "quoteAfter", c.material_key as "materialKey", c.second, c.list_kind as "listKind",
        c.list_key as "listKey", c.question_key as "questionKey", c.thing_title as "thingTitle", c.text,
        c.made_at as "madeAt", c.settled_at as "settledAt", ${nameOf('c.user_id')} as "userName",
        ${nameOf('c.settled_by')} as "settledBy", ${isAnsweredByOthers} as "isAnsweredByOthers",
        l.id as "lectureId", l.title as "lectureTitle", q.id as "questionId", q.title as "questionTitle",
        q."listId", coalesce(l.page, q.page) as "thingPage"
      from work_comments c ${thingsOfComment(workId)}
      where c.work_id = ${workId} and (c.id = any(${[...ids]}::uuid[]) or c.answers = any(${[...ids]}::uuid[]))
      order by c.made_at, c.id`,
  );

export interface CountedPlace extends Pick<WorkCommentsTable, 'pageSet' | 'pageOfSet'> {
  readonly thingPage: number | null;
  readonly open: number;
  readonly settled: number;
}
/** Answers are not counted. */
export const countCommentsByPlace = (db: Db, workId: string): Promise<CountedPlace[]> =>
  many(
    db,
    sql<CountedPlace>`select coalesce(l.page, q.page) as "thingPage", c.page_set as "pageSet",
        c.page_of_set as "pageOfSet", count(*) filter (where c.settled_at is null)::int as open,
        count(c.settled_at)::int as settled
      from work_comments c ${thingsOfComment(workId)}
      where c.work_id = ${workId} and c.answers is null group by 1, 2, 3`,
  );

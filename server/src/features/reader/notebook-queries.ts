import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { NotebookBook } from '@vesalius/contract/notebook';
import type { NotebookKind, NotebookOrder } from '@vesalius/contract/notebook-limits';
import type { HighlightColor } from '@vesalius/contract/reader';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { containing } from '../../platform/database/terms.ts';
import type { AnnotationsTable, BookPagesTable, BooksTable } from '../../schema/tables.ts';

export interface NotebookRow
  extends Pick<
    AnnotationsTable,
    'id' | 'bookId' | 'pageNumber' | 'quote' | 'text' | 'orphaned' | 'createdAt' | 'updatedAt'
  > {
  readonly color: HighlightColor;
  readonly bookTitle: BooksTable['title'];
  readonly bookAuthor: BooksTable['author'];
  readonly bookLanguage: BooksTable['language'];
  readonly chapter: { readonly id: string; readonly title: string } | null;
  readonly pageLabel: BookPagesTable['label'] | null;
  readonly isClosed: boolean;
  /** Of all rows that match. */
  readonly count: number;
}

export interface NotebookFilters {
  /** Normalized by `plainTerm`. */
  readonly words: readonly string[];
  readonly bookId: string | undefined;
  readonly chapterId: string | undefined;
  readonly kind: NotebookKind | undefined;
  readonly color: HighlightColor | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Books in which the user has annotations. Previews of works are not books. */
export const listAnnotatedBooks = async (db: Db, userId: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ id: BooksTable['id'] }>`select b.id from books b where b.preview_of is null
        and exists (select 1 from annotations a where a.book_id = b.id and a.user_id = ${userId})`,
    )
  ).map(({ id }) => id);

/** The chapter of an annotation `a`: of two that share its page, the later one. */
const chapterOfAnnotation = sql`left join lateral (
    select c.id, c.title, c.position from chapters c
    where c.book_id = a.book_id and a.page_number between c.first_page and c.last_page
    order by c.position desc limit 1
  ) c on true`;

const KINDS: Readonly<Record<NotebookKind, RawBuilder<unknown>>> = {
  note: sql`a.text <> ''`,
  highlight: sql`(a.text = '' and a.quote <> '')`,
  bookmark: sql`(a.text = '' and a.quote = '')`,
};

function matching(filters: NotebookFilters, quotable: RawBuilder<unknown>): RawBuilder<unknown> {
  const { words, bookId, chapterId, kind, color, from, to } = filters;
  const conditions = [
    ...words.map(
      (word) => sql`plain_text(a.text || E'\\n' || case when ${quotable} then a.quote else '' end)
        like ${containing(word)}`,
    ),
    ...(bookId ? [sql`a.book_id = ${bookId}`] : []),
    ...(chapterId ? [sql`c.id = ${chapterId}`] : []),
    ...(kind ? [KINDS[kind]] : []),
    ...(color ? [sql`a.color = ${color} and not ${KINDS.bookmark}`] : []),
    ...(from ? [sql`a.created_at >= ${from}::date::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`a.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ];
  return conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``;
}

const ORDERS: Readonly<Record<NotebookOrder, RawBuilder<unknown>>> = {
  newest: sql`a.created_at desc, a.id`,
  book: sql`b.plain_title, b.id, a.page_number, a.created_at, a.id`,
};

/**
 * A part of the user's notebook. Passages beyond the preview of a book that is not in `openBooks` are neither returned
 * nor compared with the searched words: a search would tell what they contain.
 */
export function listNotebookRows(
  db: Db,
  args: {
    userId: string;
    openBooks: readonly string[];
    filters: NotebookFilters;
    order: NotebookOrder;
    limit: number;
    offset: number;
  },
): Promise<NotebookRow[]> {
  const quotable = sql`(a.book_id = any(${[...args.openBooks]}::uuid[])
    or a.page_number <= ${PREVIEW_LAST_PAGE}::int)`;
  return many(
    db,
    sql<NotebookRow>`select a.id, a.book_id as "bookId", a.page_number as "pageNumber", a.text, a.color, a.orphaned,
        a.created_at as "createdAt", a.updated_at as "updatedAt",
        case when ${quotable} then a.quote else '' end as quote,
        (a.quote <> '' and not ${quotable}) as "isClosed",
        b.title as "bookTitle", b.author as "bookAuthor", b.language as "bookLanguage",
        case when c.id is not null then jsonb_build_object('id', c.id, 'title', c.title) end as chapter,
        p.label as "pageLabel", count(*) over ()::int as count
      from annotations a join books b on b.id = a.book_id and b.preview_of is null
      left join book_pages p on p.book_id = a.book_id and p.page_number = a.page_number
      ${chapterOfAnnotation}
      where a.user_id = ${args.userId} ${matching(args.filters, quotable)}
      order by ${ORDERS[args.order]} limit ${args.limit} offset ${args.offset}`,
  );
}

/** Books and chapters by the number of the user's annotations in them. */
export function listNotebookBookRows(db: Db, userId: string): Promise<NotebookBook[]> {
  return many(
    db,
    sql<NotebookBook>`
      with counted as (
        select a.book_id, c.id, c.title, c.position, count(*)::int as count
        from annotations a ${chapterOfAnnotation}
        where a.user_id = ${userId} group by a.book_id, c.id, c.title, c.position
      )
      select b.id, b.title, sum(n.count)::int as count,
        coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'title', n.title, 'count', n.count) order by n.position)
          filter (where n.id is not null), '[]') as chapters
      from counted n join books b on b.id = n.book_id and b.preview_of is null
      group by b.id order by b.plain_title, b.id`,
  );
}

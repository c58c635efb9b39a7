import type { PageRect } from '@vesalius/contract/atoms';
import { MAX_QUOTE_LENGTH } from '@vesalius/contract/notebook-limits';
import type { HighlightColor } from '@vesalius/contract/reader';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, jsonb, many, maybeOne, one } from '../../platform/database/database.ts';
import type { AnnotationsTable, BookPagesTable, BooksTable } from '../../schema/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { editsBook } from './edits-book.ts';

export interface AnnotationRow
  extends Pick<
    AnnotationsTable,
    | 'id'
    | 'bookId'
    | 'userId'
    | 'pageNumber'
    | 'quote'
    | 'quoteBefore'
    | 'quoteAfter'
    | 'text'
    | 'orphaned'
    | 'forEditors'
    | 'createdAt'
    | 'updatedAt'
  > {
  readonly authorName: string;
  readonly rects: PageRect[];
  readonly color: HighlightColor;
}

const COLUMNS = sql`a.id, a.book_id as "bookId", a.user_id as "userId",
  u.first_name || ' ' || u.second_name as "authorName", a.page_number as "pageNumber", a.quote,
  a.quote_before as "quoteBefore", a.quote_after as "quoteAfter", a.rects, a.color, a.text, a.orphaned,
  a.for_editors as "forEditors", a.created_at as "createdAt", a.updated_at as "updatedAt"`;

/** The actor's own annotations; an editor of the book also sees those that its other editors wrote as such. */
const visibleTo = (actor: Actor, bookId: string): RawBuilder<unknown> =>
  sql`(a.user_id = ${actor.userId} or (a.for_editors and ${editsBook(actor, bookId)}))`;

/** A page of visible annotations, with the number of all. */
export async function listVisibleAnnotations(
  db: Db,
  args: { actor: Actor; bookId: string; isNote: boolean | undefined; limit: number; offset: number },
): Promise<{ rows: AnnotationRow[]; count: number }> {
  const { actor, bookId, isNote, limit, offset } = args;
  const visible = sql`a.book_id = ${bookId} and ${visibleTo(actor, bookId)}
    and (${isNote ?? null}::boolean is null or (a.text <> '') = ${isNote ?? null}::boolean)`;
  const rows = await many(
    db,
    sql<AnnotationRow>`select ${COLUMNS} from annotations a join users u on u.id = a.user_id
      where ${visible} order by a.page_number, a.created_at, a.id limit ${limit} offset ${offset}`,
  );
  // A partly filled page implies the total.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, count: offset + rows.length };
  const { count } = await one(
    db,
    sql<{ count: number }>`select count(*)::int as count from annotations a
      join users u on u.id = a.user_id where ${visible}`,
  );
  return { rows, count };
}

export function findAnnotation(db: Db, id: string): Promise<AnnotationRow | null> {
  return maybeOne(
    db,
    sql<AnnotationRow>`select ${COLUMNS} from annotations a join users u on u.id = a.user_id where a.id = ${id}`,
  );
}

export type NewAnnotationRow = Omit<AnnotationRow, 'authorName' | 'orphaned' | 'createdAt' | 'updatedAt'>;

/**
 * Idempotent by id: a note that was written offline may be sent again. None for an account that is deleted at the same
 * moment. `forEditors` holds only if the actor is an editor of the book.
 */
export function insertAnnotation(db: Db, actor: Actor, row: NewAnnotationRow, now: Date): Promise<number> {
  return affected(
    db,
    sql`insert into annotations (id, book_id, user_id, page_number, quote, quote_before, quote_after, rects, color,
        text, for_editors, created_at, updated_at)
      select ${row.id}::uuid, ${row.bookId}::uuid, me.id, ${row.pageNumber}::int, ${row.quote}, ${row.quoteBefore},
        ${row.quoteAfter}, ${jsonb(row.rects)}, ${row.color}, ${row.text},
        ${row.forEditors}::boolean and ${editsBook(actor, row.bookId)}, ${now}::timestamptz, ${now}::timestamptz
      from users me where me.id = ${row.userId} and me.deleted_at is null for key share
      on conflict (id) do nothing`,
  );
}

/** The stored version is the caller's `unchanged_since` (null: no check requested). */
const unchanged = (since: Date | null) => sql`(${since}::timestamptz is null or updated_at = ${since})`;

/**
 * With `since`: updates only if nobody changed it meanwhile, or if the text is the same (a repeated request). A text that is
 * written after the assignment has ended is private.
 */
export function updateOwnAnnotation(
  db: Db,
  args: {
    id: string;
    actor: Actor;
    text: string | undefined;
    color: string | undefined;
    since: Date | null;
    now: Date;
  },
): Promise<number> {
  const text = args.text ?? null;
  return affected(
    db,
    sql`update annotations set text = coalesce(${text}, text),
        color = coalesce(${args.color ?? null}, color), updated_at = ${args.now},
        for_editors = for_editors and (text = coalesce(${text}, text) or ${editsBook(args.actor, sql`annotations.book_id`)})
      where id = ${args.id} and user_id = ${args.actor.userId}
        and (${unchanged(args.since)} or text = coalesce(${text}, text))`,
  );
}

export function deleteOwnAnnotation(
  db: Db,
  args: { id: string; userId: string; since: Date | null },
): Promise<number> {
  return affected(
    db,
    sql`delete from annotations
      where id = ${args.id} and user_id = ${args.userId} and ${unchanged(args.since)}`,
  );
}

/** For finding quotes again after a new revision, a page at a time in order. */
export function listAnnotationsOfBook(db: Db, bookId: string): Promise<AnnotationRow[]> {
  return many(
    db,
    sql<AnnotationRow>`select ${COLUMNS} from annotations a join users u on u.id = a.user_id
      where a.book_id = ${bookId} and a.quote <> '' order by a.page_number, a.id`,
  );
}

export function updateAnchor(
  db: Db,
  args: Pick<AnnotationsTable, 'id' | 'pageNumber' | 'orphaned'> & {
    readonly rects: readonly PageRect[];
    readonly quote: Pick<AnnotationsTable, 'quote' | 'quoteBefore' | 'quoteAfter'>;
  },
): Promise<number> {
  return affected(
    db,
    sql`update annotations set page_number = ${args.pageNumber}, rects = ${jsonb(args.rects)},
        orphaned = ${args.orphaned}, quote = left(${args.quote.quote}, ${MAX_QUOTE_LENGTH}::int), quote_before = ${args.quote.quoteBefore},
        quote_after = ${args.quote.quoteAfter} where id = ${args.id}`,
  );
}

export function listPageTexts(db: Db, bookId: string): Promise<{ page: number; text: string }[]> {
  return many(
    db,
    sql<
      Pick<BookPagesTable, 'text'> & { page: BookPagesTable['pageNumber'] }
    >`select page_number as page, text from book_pages
      where book_id = ${bookId} order by page_number`,
  );
}

export const findPageText = async (db: Db, bookId: string, page: number): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<Pick<BookPagesTable, 'text'>>`select text from book_pages
        where book_id = ${bookId} and page_number = ${page}`,
    )
  )?.text ?? null;

export interface EditorNoteRow
  extends Pick<AnnotationsTable, 'id' | 'pageNumber' | 'quote' | 'text' | 'createdAt'> {
  readonly authorName: string;
}

export function listEditorNoteRows(db: Db, bookId: string): Promise<EditorNoteRow[]> {
  return many(
    db,
    sql<EditorNoteRow>`select a.id, u.first_name || ' ' || u.second_name as "authorName",
        a.page_number as "pageNumber", a.quote, a.text, a.created_at as "createdAt"
      from annotations a join users u on u.id = a.user_id
      where a.book_id = ${bookId} and a.for_editors and a.text <> ''
      order by a.page_number, a.created_at, a.id limit 5000`,
  );
}

export function findBookTitle(db: Db, bookId: string): Promise<{ id: string; title: string } | null> {
  return maybeOne(
    db,
    sql<Pick<BooksTable, 'id' | 'title'>>`select id, title from books where id = ${bookId}`,
  );
}

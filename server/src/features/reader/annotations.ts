import type { ListMetadata } from '@vesalius/contract/atoms';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { Annotation } from '@vesalius/contract/reader';
import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { type AnnotationRow, findAnnotation, listVisibleAnnotations } from './annotation-queries.ts';

/** The response. A quote is the book's text, so one beyond the preview is shown only to users with access. */
export function toAnnotation(row: AnnotationRow, actor: Actor, granted: boolean): Annotation {
  const mayQuote = granted || row.pageNumber <= PREVIEW_LAST_PAGE;
  return {
    id: row.id,
    author_name: row.authorName,
    is_own: row.userId === actor.userId,
    note: { pageNumber: row.pageNumber, quote: mayQuote ? row.quote : '', text: row.text },
    color: row.color,
    rects: row.rects,
    quote_before: mayQuote ? row.quoteBefore : '',
    quote_after: mayQuote ? row.quoteAfter : '',
    orphaned: row.orphaned,
    for_editors: row.forEditors,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Users keep their own notes after the subscription has ended, without the quoted passages. */
export async function listAnnotations(
  deps: Deps,
  actor: Actor,
  wanted: { bookId: string; isNote: boolean | undefined; page: number; items: number },
): Promise<{ data: Annotation[]; metadata: ListMetadata }> {
  const { bookId, page, items } = wanted;
  const access = await accessToBook(deps.db, actor, bookId, deps.clock.now());
  const { rows, count } = await listVisibleAnnotations(deps.db, {
    ...wanted,
    ...{ actor, ...sliceOf(page, items) },
  });
  return {
    data: rows.map((row) => toAnnotation(row, actor, access.granted)),
    metadata: metadataOf(count, page, items),
  };
}

/** An annotation of the caller; that of another user counts as not found. */
export async function getOwnAnnotation(deps: Deps, actor: Actor, id: string): Promise<Annotation> {
  const row = await findAnnotation(deps.db, id);
  demand(row && row.userId === actor.userId, 'not_found');
  const access = await accessToBook(deps.db, actor, row.bookId, deps.clock.now());
  return toAnnotation(row, actor, access.granted);
}

/** Where an annotation of the caller is; that of another user counts as not found. */
export async function findAnnotationBook(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ bookId: string; pageNumber: number }> {
  const row = await findAnnotation(db, id);
  demand(row && row.userId === actor.userId, 'not_found');
  return row;
}

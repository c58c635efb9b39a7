import { pageFolder } from '@vesalius/contract/reader-text';
import type { ViewerPreview } from '@vesalius/contract/web-pages';
import type { Deps } from '../../platform/deps.ts';
import { accessToBook } from '../catalogue/access.ts';
import { lastReadablePage } from './open-book.ts';
import { makePageGrant } from './page-grant.ts';
import { findPageCount, getCommonWidth } from './queries.ts';
import { readAll } from './read-all.ts';

/** Null when visitors do not see the book. */
export async function openPreview(deps: Deps, bookId: string): Promise<ViewerPreview | null> {
  const now = deps.clock.now();
  await accessToBook(deps.db, null, bookId, now);
  const [book, commonWidth] = await Promise.all([
    findPageCount(deps.db, bookId),
    getCommonWidth(deps.db, bookId),
  ]);
  if (!book) return null;
  const lastPage = lastReadablePage(false, book.pages);
  const scope = { bookId, revision: book.revision, lastPage };
  const { grant } = makePageGrant(deps.config.secretKey, scope, now);
  return { revision: book.revision, last_page: lastPage, grant, common_width: commonWidth };
}

/** A larger one is better fetched beside the rest (bytes). */
const MAX_INLINE_PICTURE = 256 * 1024;

/** The picture that travels inside the viewer's page, or null: beyond the preview, not there, too large. */
export async function readPreviewPicture(
  deps: Deps,
  bookId: string,
  preview: ViewerPreview,
  page: number,
): Promise<Buffer | null> {
  if (page > preview.last_page) return null;
  const key = `${pageFolder(bookId, preview.revision, page)}/1x.webp`;
  const found = await deps.storage.find(key);
  return found && found.size <= MAX_INLINE_PICTURE ? readAll(deps.storage.read(key)) : null;
}

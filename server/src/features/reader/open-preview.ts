import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { pageInSet } from '@vesalius/contract/page-runs';
import { folderOfPage } from '@vesalius/contract/reader-text';
import { PAGES_THAT_AGREE, textCrops } from '@vesalius/contract/text-crop';
import type { ViewerPreview } from '@vesalius/contract/web-pages';
import type { Deps } from '../../platform/deps.ts';
import { accessToBook } from '../catalogue/access.ts';
import { lastReadablePage } from './open-book.ts';
import { makePageFiles } from './page-files.ts';
import { findRelease, getCommonWidth, listInkedPages } from './queries.ts';

/** Null if visitors cannot see the book. */
export async function openPreview(deps: Deps, bookId: string): Promise<ViewerPreview | null> {
  const now = deps.clock.now();
  await accessToBook(deps.db, null, bookId, now);
  const [book, commonWidth, inked] = await Promise.all([
    findRelease(deps.db, bookId),
    getCommonWidth(deps.db, bookId),
    listInkedPages(deps.db, bookId, PREVIEW_LAST_PAGE + PAGES_THAT_AGREE),
  ]);
  if (!book) return null;
  const lastPage = lastReadablePage(false, book.pages);
  const { runs, grants } = makePageFiles(deps, book, lastPage);
  const crops = textCrops(inked).slice(0, lastPage);
  return {
    ...{ revision: book.revision, last_page: lastPage, runs, grants },
    ...{ common_width: commonWidth, crops },
  };
}

/** A larger image loads faster in a parallel request (bytes). */
const MAX_INLINE_PICTURE = 256 * 1024;

/** The image that is embedded in the viewer's document; null if it is beyond the preview, missing, or too large. */
export async function readPreviewPicture(
  deps: Deps,
  preview: ViewerPreview,
  page: number,
): Promise<Buffer | null> {
  const place = page > preview.last_page ? null : pageInSet(preview.runs, page);
  if (!place) return null;
  const key = `${folderOfPage(place)}/1x.webp`;
  const found = await deps.storage.find(key);
  return found && found.size <= MAX_INLINE_PICTURE ? deps.storage.readWhole(key) : null;
}

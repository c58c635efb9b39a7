import type { BookPages } from '@vesalius/contract/reader';
import { lockedPage, previewPlace } from './preview-place.ts';

/**
 * The first page to show: from the address, otherwise the page that was locked until now, otherwise where reading
 * stopped, the preview included; beyond the readable pages, the last of them.
 */
export function startPage(
  { access, book, progress }: Pick<BookPages, 'access' | 'book' | 'progress'>,
  asked: number | null,
): number {
  const begun = progress.status === 'not_started' ? previewPlace(book.id) : null;
  const unlocked = access.granted ? lockedPage(book.id) : null;
  const page = asked ?? unlocked ?? begun ?? progress.page;
  if (!Number.isFinite(page) || page < 1) return 1;
  return Math.min(Math.floor(page), book.number_of_pages, access.granted ? page : access.last_page);
}

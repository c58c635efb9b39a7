import { PREVIEW_LAST_PAGE, PREVIEW_SCROLL_LOCK_PAGE } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';

export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The scrollable pages. Without access, scrolling ends after page 3. Pages 4 to 15 open one at a time, by navigation. A
 * later page redirects to page 1; the server would refuse it anyway.
 */
export function scrollRange(all: number, granted: boolean, page: number): PageRange {
  if (granted) return { first: 1, last: all };
  if (page <= PREVIEW_SCROLL_LOCK_PAGE) return { first: 1, last: Math.min(PREVIEW_SCROLL_LOCK_PAGE, all) };
  return { first: page, last: page };
}

/** The last free page; in a book shorter than the preview, its last page. */
export const lastFreePage = ({ access, book }: BookPages): number =>
  Math.min(access.last_page, book.number_of_pages);

/** The number of pages that a search covers; null = the complete book. */
export const searchedPages = ({ access, book }: BookPages): number | null =>
  access.granted || access.last_page >= book.number_of_pages ? null : access.last_page;

/** The page to open for a request; `blocked` if it is beyond the preview. */
export function destination(data: BookPages, page: number): { page: number; blocked: boolean } {
  const wanted = Math.min(Math.max(1, page), data.book.number_of_pages);
  if (!data.access.granted && wanted > PREVIEW_LAST_PAGE) return { page: 1, blocked: true };
  return { page: wanted, blocked: false };
}

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

/** A page beyond the preview that was requested, and the page that is shown instead. */
export interface Blocked {
  readonly wanted: number;
  readonly shown: number;
}

/** The page to open for a request within the viewer; a page beyond the preview returns to page 1, as specified. */
export function destination(data: BookPages, page: number): { page: number; blocked: Blocked | null } {
  return orInstead(data, page, 1);
}

/** The page to open for an address: before a page beyond the preview, the lock at its end. */
export function addressed(data: BookPages, page: number): { page: number; blocked: Blocked | null } {
  return orInstead(data, page, lastFreePage(data));
}

function orInstead({ access, book }: BookPages, page: number, instead: number) {
  const wanted = Math.min(Math.max(1, page), book.number_of_pages);
  if (access.granted || wanted <= PREVIEW_LAST_PAGE) return { page: wanted, blocked: null };
  return { page: instead, blocked: { wanted, shown: instead } };
}

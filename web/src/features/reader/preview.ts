import { PREVIEW_LAST_PAGE, PREVIEW_SCROLL_LOCK_PAGE } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';

export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The pages between which one can scroll. Without access scrolling ends after page 3; pages 4 to 15 open one at a
 * time, for who goes there; and whoever goes further is back on page 1. The server has no page 16 for them anyway.
 */
export function scrollRange(all: number, granted: boolean, page: number): PageRange {
  if (granted) return { first: 1, last: all };
  if (page <= PREVIEW_SCROLL_LOCK_PAGE) return { first: 1, last: Math.min(PREVIEW_SCROLL_LOCK_PAGE, all) };
  return { first: page, last: page };
}

/** Of a book that is shorter than the preview, its last page. */
export const lastFreePage = ({ access, book }: BookPages): number =>
  Math.min(access.last_page, book.number_of_pages);

/** How many pages a search reaches where that is not all of them; null = the whole book. */
export const searchedPages = ({ access, book }: BookPages): number | null =>
  access.granted || access.last_page >= book.number_of_pages ? null : access.last_page;

/** Where going to a page leads: `blocked` when it is beyond the preview. */
export function destination(data: BookPages, page: number): { page: number; blocked: boolean } {
  const wanted = Math.min(Math.max(1, page), data.book.number_of_pages);
  if (!data.access.granted && wanted > PREVIEW_LAST_PAGE) return { page: 1, blocked: true };
  return { page: wanted, blocked: false };
}

import type { BookPages } from '@vesalius/contract/reader';

/** The first page to show: from the address, otherwise where reading stopped; never beyond the readable pages. */
export function startPage(
  { access, book, progress }: Pick<BookPages, 'access' | 'book' | 'progress'>,
  asked: number | null,
): number {
  const page = asked ?? progress.page;
  if (!Number.isFinite(page) || page < 1) return 1;
  if (page > access.last_page && !access.granted) return 1;
  return Math.min(Math.floor(page), book.number_of_pages);
}

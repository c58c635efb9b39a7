import type { BookPages } from '@vesalius/contract/reader';

/** Where reading begins: the address, else where it stopped; never beyond what may be read. */
export function startPage(
  { access, book, progress }: Pick<BookPages, 'access' | 'book' | 'progress'>,
  asked: number | null,
): number {
  const page = asked ?? progress.page;
  if (!Number.isFinite(page) || page < 1) return 1;
  if (page > access.last_page && !access.granted) return 1;
  return Math.min(Math.floor(page), book.number_of_pages);
}

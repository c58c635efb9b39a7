import type { BookUnderCheck } from './checks/book-under-check.ts';
import { pagesText } from './pages-text.ts';

/** Says for the publisher where the PDF has text that nobody sees, such as a printer's notes, and that readers get it. */
export function noteTextOutside(book: BookUnderCheck, pages: ReadonlySet<number>): void {
  if (pages.size === 0) return;
  const their = pages.size === 1 ? 'its visible part' : 'their visible parts';
  book.warning(
    ['pdf'],
    `has text outside ${their} on ${pagesText(pages)}: it is not shown, but it is in the files of single pages, which readers can download; export the PDF without slugs and printer's notes`,
  );
}

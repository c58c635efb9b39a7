import { MIN_CONFIDENCE } from '@vesalius/contract/text-confidence';
import type { BookUnderCheck } from './checks/book-under-check.ts';
import type { PreparedPage } from './pages/protocol.ts';
import { pagesText } from './pages-text.ts';

export const isUncertain = ({ confidence }: Pick<PreparedPage, 'confidence'>): boolean =>
  confidence !== null && confidence < MIN_CONFIDENCE;

/** Says for the publisher which pages the text view shows as their images, and what can be done about it. */
export function noteUncertainPages(book: BookUnderCheck, pages: ReadonlySet<number>): void {
  if (pages.size === 0) return;
  book.warning(
    ['pdf'],
    `the order of the text is uncertain on ${pages.size === 1 ? '1 page' : `${pages.size} pages`} (${pagesText(pages)}): the text view shows ${pages.size === 1 ? 'its image' : 'their images'} there; export the PDF with tags, and with fonts that say which letters they draw`,
  );
}

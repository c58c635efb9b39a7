import type { LabelRange } from '@vesalius/contract/page-labels';
import { entriesOf, type Fields } from '@vesalius/contract/working-copy-document';

/** The book's own numbering, as far as it is filled in. */
export const labelRangesOf = (document: Fields): LabelRange[] =>
  entriesOf(document.page_labels).flatMap(({ from_page, style, first = 1 }) =>
    typeof from_page === 'number' && typeof first === 'number' && (style === 'roman' || style === 'decimal')
      ? [{ from_page, style, first }]
      : [],
  );

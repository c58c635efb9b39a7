import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits, type SearchTerm } from '@vesalius/contract/reader-search';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';
import { useMemo } from 'react';
import { SearchMarkLayer } from '../page-marks.tsx';

/** The hits on one page, found in its words by the server's rules. */
export function SearchMarks({
  text,
  terms,
  current,
}: {
  text: PageText;
  terms: readonly SearchTerm[];
  /** The index of the selected hit on this page; null = none. */
  current: number | null;
}) {
  const hits = useMemo(() => {
    const ranges = findHits(plainPageText(text.words).text, terms);
    return ranges.map((range) => boxesOfRange(text.words, range));
  }, [text, terms]);
  const marks = useMemo(
    () => hits.map((rects, index) => ({ rects, current: index === current })),
    [hits, current],
  );
  return <SearchMarkLayer marks={marks} />;
}

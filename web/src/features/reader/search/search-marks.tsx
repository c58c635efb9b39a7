import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits, type SearchTerm } from '@vesalius/contract/reader-search';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';
import { useMemo } from 'react';
import { SearchMarkLayer } from '../page-marks.tsx';
import type { ShownHit } from './use-hit-steps.ts';

/** The hits on one page, found in its words by the server's rules, and the selected hit or answer. */
export function SearchMarks({
  text,
  terms,
  shown,
}: {
  text: PageText;
  terms: readonly SearchTerm[];
  /** The selected hit or answer, if it is on this page. */
  shown: ShownHit | null;
}) {
  const marks = useMemo(() => {
    const { text: plain } = plainPageText(text.words);
    const current = shown?.rangeIn(plain) ?? null;
    const others = findHits(plain, terms).filter(({ start }) => start !== current?.start);
    return [
      ...others.map((range) => ({ rects: boxesOfRange(text.words, range), current: false })),
      ...(current ? [{ rects: boxesOfRange(text.words, current), current: true }] : []),
    ];
  }, [text, terms, shown]);
  return <SearchMarkLayer marks={marks} />;
}

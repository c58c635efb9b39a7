import { findHits, type SearchTerm } from '@vesalius/contract/reader-search';
import { useMemo } from 'react';

/** Text of a book with the search terms marked. */
export function MarkedText({ text, terms }: { text: string; terms: readonly SearchTerm[] }) {
  const parts = useMemo(() => {
    const ranges = findHits(text, terms);
    const ends = ranges.map(({ end }) => end);
    return ranges
      .flatMap(({ start, end }, index) => [
        { at: ends[index - 1] ?? 0, text: text.slice(ends[index - 1] ?? 0, start), isHit: false },
        { at: start, text: text.slice(start, end), isHit: true },
      ])
      .concat({ at: ends.at(-1) ?? 0, text: text.slice(ends.at(-1) ?? 0), isHit: false });
  }, [text, terms]);
  return parts.map((part) =>
    part.isHit ? <mark key={`hit ${part.at}`}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
  );
}

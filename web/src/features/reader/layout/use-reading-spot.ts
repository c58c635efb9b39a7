import { type RefObject, useEffect, useRef, useState } from 'react';
import { forgetSpot, keepSpot, keptSpot, type ReadingSpot } from './reading-spot.ts';

/** Where reading goes on, shared by both views. In the text view also after the window is loaded again. */
export function useReadingSpot(
  bookId: string,
  startPage: number,
  isText: boolean,
  range: { readonly first: number; readonly last: number },
): RefObject<ReadingSpot> {
  const [start] = useState((): ReadingSpot => {
    const kept = isText ? keptSpot(bookId, startPage) : null;
    const isInRange = kept && kept.page >= range.first && kept.page <= range.last;
    return isInRange ? kept : { page: startPage, y: 0, word: null };
  });
  const spot = useRef(start);
  useEffect(() => {
    forgetSpot(bookId);
    const keep = () => keepSpot(bookId, spot.current);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [bookId]);
  return spot;
}

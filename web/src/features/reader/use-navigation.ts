import type { BookPages } from '@vesalius/contract/reader';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { layersAreGone } from '../../lib/use-back-closes.ts';
import { destination, scrollRange } from './preview.ts';

/** The address follows the scrolling with this delay: browsers refuse hundreds of changes (milliseconds). */
const ADDRESS_DELAY_MS = 250;

/** `jump` is worth a step back; scrolling is not, nor is what stands `instead` of an entry that led there. */
export type PlaceReport = (page: number, how: 'jump' | 'scroll' | 'instead') => void;

/** Which page is read, how one gets to another, and how the address hears of it. */
export function useNavigation(
  data: BookPages,
  askedPage: number,
  report: PlaceReport,
  move: { current: ((page: number, y?: number) => void) | null },
) {
  const [start] = useState(() => destination(data, askedPage));
  const [page, setPage] = useState(start.page);
  const [blocked, setBlocked] = useState(start.blocked);
  const [rangePage, setRangePage] = useState(start.page);
  const reported = useRef(askedPage);
  const { granted } = data.access;
  const numberOfPages = data.book.number_of_pages;

  const range = useMemo(
    () => scrollRange(numberOfPages, granted, granted ? 1 : rangePage),
    [numberOfPages, granted, rangePage],
  );

  const goTo = useCallback(
    (wanted: number, y?: number, how: 'jump' | 'instead' | 'silent' = 'jump') => {
      const to = destination(data, wanted);
      setBlocked(to.blocked);
      setRangePage(to.page);
      setPage(to.page);
      move.current?.(to.page, y);
      if (reported.current === to.page) return;
      reported.current = to.page;
      // An address beyond the preview is put right; a step back would only lead to it again.
      if (to.blocked) report(to.page, 'scroll');
      else if (how !== 'silent') report(to.page, how);
    },
    [data, report, move],
  );

  useEffect(
    function followAddress() {
      // Back, forward, a link: the address changed and it was not us.
      if (askedPage !== reported.current) goTo(askedPage, undefined, 'silent');
    },
    [askedPage, goTo],
  );

  useEffect(
    function tellAddress() {
      if (page === reported.current) return;
      const timer = setInterval(() => {
        // Replaced now, it would be the entry of what was opened meanwhile: a step back would lead to an earlier page.
        if (!layersAreGone()) return;
        clearInterval(timer);
        reported.current = page;
        report(page, 'scroll');
      }, ADDRESS_DELAY_MS);
      return () => clearInterval(timer);
    },
    [page, report],
  );

  return { page, startPage: start.page, onPage: setPage, range, blocked, goTo };
}

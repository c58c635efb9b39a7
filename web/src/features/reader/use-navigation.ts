import type { BookPages } from '@vesalius/contract/reader';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { layersAreGone } from '../../lib/use-back-closes.ts';
import { destination, type PageRange, scrollRange } from './preview.ts';

/** The address follows the scrolling with this delay: browsers refuse hundreds of changes (milliseconds). */
const ADDRESS_DELAY_MS = 250;

/** `jump` is worth a step back; scrolling is not, nor is what stands `instead` of an entry that led there. */
export type PlaceReport = (page: number, how: 'jump' | 'scroll' | 'instead') => void;

type How = 'jump' | 'instead' | 'silent';

export interface Navigation {
  readonly page: number;
  readonly startPage: number;
  /** Scrolling has reached another page. */
  onPage(page: number): void;
  /** The pages between which one can scroll. */
  readonly range: PageRange;
  /** A page beyond the preview was asked for. */
  readonly blocked: boolean;
  /** `move` scrolls to the page to which this leads. */
  goTo(wanted: number, how: How, move: (page: number) => void): void;
  /** The address is, or will be, this page's. */
  isReported(page: number): boolean;
}

/** Which page is read, and how the address hears of it. */
export function useNavigation(data: BookPages, askedPage: number, report: PlaceReport): Navigation {
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

  const goTo = useCallback<Navigation['goTo']>(
    (wanted, how, move) => {
      const to = destination(data, wanted);
      setBlocked(to.blocked);
      setRangePage(to.page);
      setPage(to.page);
      move(to.page);
      if (reported.current === to.page) return;
      reported.current = to.page;
      // An address beyond the preview is put right; a step back would only lead to it again.
      if (to.blocked) report(to.page, 'scroll');
      else if (how !== 'silent') report(to.page, how);
    },
    [data, report],
  );
  const isReported = useCallback((of: number) => of === reported.current, []);

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

  return { page, startPage: start.page, onPage: setPage, range, blocked, goTo, isReported };
}

/** Back, forward, a link: the address changed, and it was not the viewer. */
export function useAddress(
  askedPage: number,
  { isReported }: Pick<Navigation, 'isReported'>,
  goTo: (page: number, y: undefined, how: 'silent') => void,
): void {
  const follow = useEffectEvent((page: number) => {
    if (!isReported(page)) goTo(page, undefined, 'silent');
  });
  useEffect(() => follow(askedPage), [askedPage]);
}

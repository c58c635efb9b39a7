import type { BookPages } from '@vesalius/contract/reader';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isOnTheWay } from '../../lib/navigation.ts';
import { layersAreGone } from '../../lib/use-back-closes.ts';
import { destination, type PageRange, scrollRange } from './preview.ts';

/** Delays updates of the address while scrolling, because browsers limit their number (milliseconds). */
const ADDRESS_DELAY_MS = 250;

/** `jump` adds a history entry. `scroll` does not, and `instead` replaces the current entry. */
export type PlaceReport = (page: number, how: 'jump' | 'scroll' | 'instead') => void;

type How = 'jump' | 'instead' | 'silent';

export interface Navigation {
  readonly page: number;
  readonly startPage: number;
  /** Called when scrolling has reached another page. */
  onPage(page: number): void;
  /** The scrollable pages. */
  readonly range: PageRange;
  /** A page beyond the preview was requested. */
  readonly blocked: boolean;
  /** `move` scrolls to the resulting page. */
  goTo(wanted: number, how: How, move: (page: number) => void): void;
  /** Whether the address is, or will be, that of this page. */
  isReported(page: number): boolean;
}

/** The current page, and updates of the address. */
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
      // The address of a page beyond the preview is replaced, because going back would only lead to it again.
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
        // Replacing the address now would change the entry of an open layer, and going back would lead to a wrong page.
        // It would also cancel the way to another screen that is still loading.
        if (!layersAreGone() || isOnTheWay()) return;
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

/** Handles changes of the address by back, forward or a link, but not by the viewer. */
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

import type { BookPages } from '@vesalius/contract/reader';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PageScroller } from '../layout/use-page-scroller.ts';
import { keepPreviewPlace } from '../start/preview-place.ts';
import { type Navigation, useAddress } from '../use-navigation.ts';
import { useReadingProgress } from '../use-reading-progress.ts';
import type { Place } from './reader-model.ts';
import type { Overlays } from './use-overlays.ts';
import type { Viewing } from './use-viewing.ts';
import { useWayBack } from './use-way-back.ts';

/** The current page, and navigation to others. */
export function usePlace(
  data: BookPages,
  askedPage: number,
  {
    navigation,
    scroller,
    overlays,
    viewing,
    resumes,
  }: {
    navigation: Navigation;
    scroller: PageScroller;
    overlays: Overlays;
    viewing: Viewing;
    /** The address named no page: the book opens where reading stopped. */
    resumes: boolean;
  },
): Place {
  const { page, range, blocked } = navigation;
  const { book, access } = data;
  const { twoPages, leaveFullScreen } = viewing;
  const numberOfPages = book.number_of_pages;
  const [lookedUp, setLookedUp] = useState<number | null>(null);
  if (lookedUp !== null && page !== lookedUp) setLookedUp(null);
  const isLookUp = page === lookedUp;
  const visible = visiblePages(page, numberOfPages, twoPages);
  const progressStores = useReadingProgress(data, { page, visible, isLookUp });

  useEffect(() => {
    if (!access.granted) keepPreviewPlace(book.id, page);
  }, [access.granted, book.id, page]);

  const [firstPage] = useState(page);
  const [hasTurned, setTurned] = useState(false);
  if (!hasTurned && page !== firstPage) setTurned(true);
  const isResumed = resumes && !hasTurned;
  const isLinked = !resumes && !hasTurned;

  const { goTo: scrollTo } = scroller;
  const { goTo: navigate } = navigation;
  const { leftPage, noteJump, forget } = useWayBack(page);
  const move = useCallback(
    (to: number, y: number | undefined, how: 'jump' | 'instead' | 'silent', word?: number) => {
      if (how !== 'silent') noteJump(to);
      navigate(to, how, (reached) => scrollTo(reached, y, word));
    },
    [navigate, scrollTo, noteJump],
  );
  useAddress(askedPage, navigation, move);

  const isSheetOpen = overlays.sheet !== null;
  const ofJump = isSheetOpen ? 'instead' : 'jump';
  const goTo = useCallback<Place['goTo']>(
    (to, y, how = ofJump, word) => {
      // Scrolling within the page that is looked up changes nothing.
      if (how !== 'silent') setLookedUp(null);
      move(to, y, how, word);
    },
    [move, ofJump],
  );
  const startLookUp = useCallback(
    (to: number, y?: number, how: 'jump' | 'instead' | 'silent' = ofJump) => {
      // The page that is being read stays the stored place.
      if (to !== page) setLookedUp(to);
      move(to, y, how);
    },
    [move, ofJump, page],
  );
  const reading = useMemo(
    () => ({
      bookId: book.id,
      page,
      numberOfPages,
      granted: access.granted,
      records: access.records,
      progressStores,
      isResumed,
      isLinked,
      isLookUp,
      goTo: (to: number) => goTo(to),
      leaveFullScreen,
    }),
    [
      book.id,
      page,
      numberOfPages,
      access.granted,
      access.records,
      progressStores,
      isResumed,
      isLinked,
      isLookUp,
      goTo,
      leaveFullScreen,
    ],
  );
  const { leaveSheet } = overlays;
  return useMemo(
    () => ({
      page,
      range,
      blocked,
      reading,
      leftPage,
      goBack() {
        if (leftPage === null) return;
        goTo(leftPage);
        forget();
      },
      stay: forget,
      goTo,
      lookUp: (to, how) => startLookUp(to, undefined, how),
      leadTo(to, y) {
        goTo(to, y);
        leaveSheet(to);
      },
      leadToLookUp(to, y) {
        startLookUp(to, y);
        leaveSheet(to);
      },
      step(direction) {
        // In two-page view, pages go in pairs: from 2-3 to 4-5, and from the cover to 2-3.
        const by = twoPages && !(page === 1 && direction === 1) ? 2 : 1;
        goTo(Math.min(numberOfPages, Math.max(1, page + direction * by)));
      },
    }),
    [page, range, blocked, reading, leftPage, forget, goTo, startLookUp, leaveSheet, twoPages, numberOfPages],
  );
}

/** The current page, or both pages in two-page view. */
function visiblePages(page: number, numberOfPages: number, twoPages: boolean): readonly number[] {
  const side = twoPages && page > 1 ? page + (page % 2 === 0 ? 1 : -1) : page;
  return side === page || side > numberOfPages ? [page] : [page, side];
}

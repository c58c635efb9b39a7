import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import type { ReadingSpot } from '../layout/reading-spot.ts';
import type { PageScroller } from '../layout/use-page-scroller.ts';
import { watchTop } from '../layout/watch-top.ts';
import { focusedPage, type Held, heldElement, pageAt, readingPlace, topIn } from './text-places.ts';
import {
  screenBack,
  screenOf,
  screenOfScroll,
  screenOfTurn,
  showScreen,
  type Turns,
  turnsFrom,
} from './turned-screens.ts';
import { wordAtHeight } from './word-ranges.ts';

/** How far beyond the window pages stay mounted, in window heights. */
const AROUND = 1.5;
/** The page after the focused one is mounted, unless the focus was left this many pages behind. */
const FOCUS_NEAR = 3;
/** Scrolling has ended when nothing moved for this time (milliseconds). */
const REST_MS = 140;
/** The line of the window whose word is the reading position (pixels from its top). */
const READING_LINE = 16;
/** A passage that is jumped to is this far below the window's top (pixels). */
const PASSAGE_OFFSET = 120;
/** Smaller differences come from rounding (pixels). */
const SAME_TOP = 2;

/** The line of a turned screen whose word is the reading position (pixels from its top). */
const FIRST_LINE = 4;

/**
 * The scroll container of the text view. Pages follow each other with the heights that their text takes, so positions
 * are measured and not computed. `mounted` counts page numbers. `isTurned`: whole screens instead of scrolling.
 */
export function useTextScroller({
  active,
  engine,
  first,
  last,
  size,
  isTurned,
  spot,
  onPage,
}: {
  readonly active: boolean;
  readonly engine: PageEngine;
  readonly first: number;
  readonly last: number;
  /** The size of the text; 1 = 100 percent. */
  readonly size: number;
  readonly isTurned: boolean;
  readonly spot: RefObject<ReadingSpot>;
  readonly onPage: (page: number) => void;
}): PageScroller {
  const ref = useRef<HTMLDivElement | null>(null);
  const [mounted, setMounted] = useState({ from: first, to: first, focused: false });
  const [direction, setDirection] = useState<1 | -1>(1);
  const [resting, setResting] = useState(true);
  const held = useRef<Held>({ page: first, word: null, offset: 0, isPassage: false });
  const [turns, setTurns] = useState<Turns>({ back: true, on: true });
  /** The page of a jump is the current page, even if the window cannot bring it to the top. */
  const target = useRef<number | null>(null);
  /** The screens that were turned on from: going back shows the same ones. */
  const turnedFrom = useRef<Held[]>([]);
  /** The position to which we scrolled ourselves. */
  const ownTop = useRef(0);

  const look = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const at = target.current ?? held.current.page;
    const from = pageAt(element, scrollTop - AROUND * clientHeight) ?? at;
    const to = pageAt(element, scrollTop + (1 + AROUND) * clientHeight) ?? at;
    const focused = focusedPage(element);
    const near = focused !== null && Math.abs(focused - at) <= FOCUS_NEAR ? focused : at;
    const next = {
      from: Math.min(from, at - 1, near - 1),
      to: Math.max(to, at + 1, near + 1),
      focused: focused !== null,
    };
    setMounted((now) =>
      now.from === next.from && now.to === next.to && now.focused === next.focused ? now : next,
    );
    const read = isTurned ? held.current.page : pageAt(element, scrollTop + clientHeight / 3);
    onPage(target.current ?? read ?? at);
    if (!isTurned) return;
    const now = turnsFrom(element);
    setTurns((known) => (known.back === now.back && known.on === now.on ? known : now));
  }, [isTurned, onPage]);

  const hold = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    if (isTurned) {
      const screen = screenOf(element, held.current);
      if (screen) showScreen(element, screen);
      // From now on the screen stays, whatever loads before it.
      if (screen && isFound(element, held.current))
        held.current = readingPlace(element, FIRST_LINE)?.held ?? held.current;
    } else {
      element.style.height = '';
      const at = heldElement(element, held.current);
      const by = at ? topIn(element, at) - held.current.offset : 0;
      if (Math.abs(by) > 0.5) element.scrollTop += by;
    }
    ownTop.current = element.scrollTop;
  }, [isTurned]);

  /** Scrolls to a place and, when the text of its page is known, to its word. */
  const moveTo = useCallback(
    ({ page, y, word }: ReadingSpot, offset: number, mountsAround = true) => {
      target.current = page;
      const isPassage = offset === PASSAGE_OFFSET;
      const place: Held = { page, word, offset: word === null && y === 0 ? 0 : offset, isPassage };
      held.current = place;
      if (word === null && y > 0)
        void engine.text(page, new AbortController().signal).then(
          (text) => {
            if (held.current !== place) return;
            held.current = { ...place, word: wordAtHeight(text, y) };
            hold();
          },
          () => {
            // the page itself says that it cannot be loaded
          },
        );
      hold();
      if (mountsAround) look();
      else onPage(page);
    },
    [engine, hold, look, onPage],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other part of a preview is scrolled to again
  useLayoutEffect(
    function openAtSpot() {
      if (!active) return;
      // The page that is read is laid out first, and the pages around it after it is painted.
      setMounted({ from: spot.current.page, to: spot.current.page, focused: false });
      moveTo(spot.current, READING_LINE, false);
    },
    [active, first, last, spot, moveTo],
  );

  useLayoutEffect(
    function holdWhileTextChanges() {
      const content = ref.current?.firstElementChild;
      if (!active || !content) return;
      const observer = new ResizeObserver(() => {
        hold();
        look();
      });
      observer.observe(content);
      if (isTurned && ref.current?.parentElement) observer.observe(ref.current.parentElement);
      return () => observer.disconnect();
    },
    [active, isTurned, hold, look],
  );

  useLayoutEffect(
    function holdWhileBarsChange() {
      const element = ref.current;
      // A screen begins with its first line wherever it is.
      if (!active || isTurned || !element) return;
      return watchTop(element, (by) => {
        held.current = { ...held.current, offset: held.current.offset - by };
        hold();
      });
    },
    [active, isTurned, hold],
  );

  /** Reading goes on where the text has been scrolled to. */
  const arrive = useCallback(
    (element: HTMLElement) => {
      setDirection(element.scrollTop >= ownTop.current ? 1 : -1);
      ownTop.current = element.scrollTop;
      target.current = null;
      const now = readingPlace(element, isTurned ? FIRST_LINE : READING_LINE);
      if (now) {
        held.current = now.held;
        spot.current = now.spot;
      }
      look();
    },
    [isTurned, look, spot],
  );

  useEffect(
    function followScrolling() {
      const element = ref.current;
      if (!active || !element) return;
      let rest: ReturnType<typeof setTimeout> | undefined;
      const onScroll = () => {
        if (Math.abs(element.scrollTop - ownTop.current) <= SAME_TOP) return;
        const screen = isTurned && screenOfScroll(element, ownTop.current);
        if (screen) showScreen(element, screen);
        arrive(element);
        setResting(false);
        clearTimeout(rest);
        rest = setTimeout(() => setResting(true), REST_MS);
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      // At once: the next Tab may come before the text has been scrolled to the focus.
      element.addEventListener('focusin', look);
      return () => {
        element.removeEventListener('scroll', onScroll);
        element.removeEventListener('focusin', look);
        clearTimeout(rest);
        setResting(true);
      };
    },
    [active, isTurned, arrive, look],
  );

  const goTo = useCallback(
    (page: number, y = 0, word: number | null = null) => {
      spot.current = { page, y, word };
      moveTo(spot.current, PASSAGE_OFFSET);
    },
    [moveTo, spot],
  );
  const scrollBy = useCallback(
    (windows: number) => {
      const element = ref.current;
      if (!element) return;
      if (!isTurned) return element.scrollBy({ top: windows * (element.clientHeight - 60) });
      const isBack = windows < 0;
      const screen = isBack ? screenBack(element, turnedFrom.current.pop()) : screenOfTurn(element, 1);
      if (!screen) return;
      if (!isBack) turnedFrom.current.push(held.current);
      showScreen(element, screen);
      arrive(element);
    },
    [isTurned, arrive],
  );

  return useMemo(
    () => ({
      ref,
      layout: null,
      scale: size,
      mounted,
      direction,
      resting,
      turns: isTurned ? turns : null,
      goTo,
      scrollBy,
      // Text is never wider than the window, and keeps its place by itself.
      panBy() {},
      pinPoint() {},
    }),
    [size, isTurned, mounted, direction, resting, turns, goTo, scrollBy],
  );
}

const isFound = (area: Element, held: Held): boolean =>
  held.isPassage && held.word !== null && heldElement(area, held)?.matches('[data-word]') === true;

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import type { ReadingSpot } from '../layout/reading-spot.ts';
import type { PageScroller } from '../layout/use-page-scroller.ts';
import { watchTop } from '../layout/watch-top.ts';
import { layerTexts } from '../text/layer-texts.ts';
import { wordAtHeight } from './word-ranges.ts';

/** How far beyond the window pages stay mounted, in window heights. */
const AROUND = 1.5;
/** Scrolling has ended when nothing moved for this time (milliseconds). */
const REST_MS = 140;
/** The line of the window whose word is the reading position (pixels from its top). */
const READING_LINE = 16;
/** A passage that is jumped to is this far below the window's top (pixels). */
const PASSAGE_OFFSET = 120;
/** Smaller differences come from rounding (pixels). */
const SAME_TOP = 2;

/** What stays in its position in the window while pages above it load or the type changes. */
interface Held {
  readonly page: number;
  readonly word: number | null;
  /** Pixels below the window's top. */
  readonly offset: number;
}

/**
 * The scroll container of the text view. Pages follow each other with the heights that their text takes, so positions
 * are measured and not computed. `mounted` counts page numbers.
 */
export function useTextScroller({
  active,
  engine,
  first,
  last,
  size,
  spot,
  onPage,
}: {
  readonly active: boolean;
  readonly engine: PageEngine;
  readonly first: number;
  readonly last: number;
  /** The size of the text; 1 = 100 percent. */
  readonly size: number;
  readonly spot: RefObject<ReadingSpot>;
  readonly onPage: (page: number) => void;
}): PageScroller {
  const ref = useRef<HTMLDivElement | null>(null);
  const [mounted, setMounted] = useState({ from: first, to: first });
  const [direction, setDirection] = useState<1 | -1>(1);
  const [resting, setResting] = useState(true);
  const held = useRef<Held>({ page: first, word: null, offset: 0 });
  /** The page of a jump is the current page, even if the window cannot bring it to the top. */
  const target = useRef<number | null>(null);
  /** The position to which we scrolled ourselves. */
  const ownTop = useRef(0);

  const look = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    const at = target.current ?? held.current.page;
    const from = pageAt(element, scrollTop - AROUND * clientHeight) ?? at;
    const to = pageAt(element, scrollTop + (1 + AROUND) * clientHeight) ?? at;
    const next = { from: Math.min(from, at - 1), to: Math.max(to, at + 1) };
    setMounted((now) => (now.from === next.from && now.to === next.to ? now : next));
    onPage(target.current ?? pageAt(element, scrollTop + clientHeight / 3) ?? at);
  }, [onPage]);

  const hold = useCallback(() => {
    const element = ref.current;
    const at = element && heldElement(element, held.current);
    if (!at) return;
    const by = topIn(element, at) - held.current.offset;
    if (Math.abs(by) > 0.5) element.scrollTop += by;
    ownTop.current = element.scrollTop;
  }, []);

  /** Scrolls to a place and, when the text of its page is known, to its word. */
  const moveTo = useCallback(
    ({ page, y, word }: ReadingSpot, offset: number, mountsAround = true) => {
      target.current = page;
      const place: Held = { page, word, offset: word === null && y === 0 ? 0 : offset };
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
      setMounted({ from: spot.current.page, to: spot.current.page });
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
      return () => observer.disconnect();
    },
    [active, hold, look],
  );

  useLayoutEffect(
    function holdWhileBarsChange() {
      const element = ref.current;
      if (!active || !element) return;
      return watchTop(element, (by) => {
        held.current = { ...held.current, offset: held.current.offset - by };
        hold();
      });
    },
    [active, hold],
  );

  useEffect(
    function followScrolling() {
      const element = ref.current;
      if (!active || !element) return;
      let rest: ReturnType<typeof setTimeout> | undefined;
      const onScroll = () => {
        const { scrollTop } = element;
        if (Math.abs(scrollTop - ownTop.current) <= SAME_TOP) return;
        setDirection(scrollTop >= ownTop.current ? 1 : -1);
        ownTop.current = scrollTop;
        target.current = null;
        const now = readingPlace(element);
        if (now) {
          held.current = now.held;
          spot.current = now.spot;
        }
        look();
        setResting(false);
        clearTimeout(rest);
        rest = setTimeout(() => setResting(true), REST_MS);
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        element.removeEventListener('scroll', onScroll);
        clearTimeout(rest);
        setResting(true);
      };
    },
    [active, look, spot],
  );

  const goTo = useCallback(
    (page: number, y = 0, word: number | null = null) => {
      spot.current = { page, y, word };
      moveTo(spot.current, PASSAGE_OFFSET);
    },
    [moveTo, spot],
  );
  const scrollBy = useCallback((windows: number) => {
    const element = ref.current;
    element?.scrollBy({ top: windows * (element.clientHeight - 60) });
  }, []);

  return useMemo(
    () => ({
      ref,
      layout: null,
      scale: size,
      mounted,
      direction,
      resting,
      goTo,
      scrollBy,
      // Text is never wider than the window, and keeps its place by itself.
      panBy() {},
      pinPoint() {},
    }),
    [size, mounted, direction, resting, goTo, scrollBy],
  );
}

const sectionsOf = (area: Element): readonly HTMLElement[] =>
  Array.from(area.firstElementChild?.children ?? []) as HTMLElement[];
const topIn = (area: Element, element: Element): number =>
  element.getBoundingClientRect().top - area.getBoundingClientRect().top;

function heldElement(area: Element, { page, word }: Held): Element | null {
  const section = area.querySelector(`[data-flow-page="${page}"]`);
  return (word !== null && section?.querySelector(`[data-flow-text] [data-word="${word}"]`)) || section;
}

function sectionAt(area: HTMLElement, top: number): HTMLElement | undefined {
  // Nothing is laid out.
  if (area.scrollHeight === 0) return undefined;
  const sections = sectionsOf(area);
  return sections[
    Math.max(
      0,
      lastIndex(sections, (section) => section.offsetTop <= top),
    )
  ];
}
const pageAt = (area: HTMLElement, top: number): number | null => {
  const section = sectionAt(area, top);
  return section ? Number(section.dataset.flowPage) : null;
};

function readingPlace(area: HTMLElement): { held: Held; spot: ReadingSpot } | null {
  const section = sectionAt(area, area.scrollTop + READING_LINE);
  if (!section) return null;
  const page = Number(section.dataset.flowPage);
  const words = [...section.querySelectorAll<HTMLElement>('[data-flow-text] [data-word]')];
  const line = area.getBoundingClientRect().top + READING_LINE;
  const element = words[lastIndex(words, (each) => each.getBoundingClientRect().bottom <= line) + 1];
  const word = element ? Number(element.dataset.word) : null;
  const layer = section.querySelector('[data-flow-text]');
  const y = (word !== null && layer && layerTexts.get(layer)?.words[word]?.[1]) || 0;
  if (element) return { held: { page, word, offset: topIn(area, element) }, spot: { page, y, word } };
  const top = topIn(area, section);
  const passed = section.offsetHeight > 0 ? Math.min(1, Math.max(0, -top / section.offsetHeight)) : 0;
  return { held: { page, word: null, offset: top }, spot: { page, y: passed, word: null } };
}

/** The last of the items, in whose order the condition first holds and then fails; -1 if it never holds. */
function lastIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

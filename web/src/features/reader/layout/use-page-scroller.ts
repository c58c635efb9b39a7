import type { Crop } from '@vesalius/contract/text-crop';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Turns } from '../flow/turned-screens.ts';
import {
  type Anchor,
  anchorAt,
  layoutPages,
  type PageLayout,
  type PageSize,
  PIXELS_A_POINT,
  pageAt,
  pagesBetween,
  placeOf,
  pointOf,
  type Rotation,
  type Zoom,
} from './page-layout.ts';
import { movedSpot, type ReadingSpot } from './reading-spot.ts';

/** How far beyond the window pages stay mounted, in window heights: in the direction of scrolling, and behind it. */
const AHEAD = 1.5;
const BEHIND = 0.6;
/** Scrolling has ended when nothing moved for this time (milliseconds). */
const REST_MS = 140;
/** The distance of a key press, as a share of the window's width. */
const PAN_SHARE = 0.3;

export interface ScrollerInput {
  /** False while the other view is shown. */
  readonly active: boolean;
  readonly sizes: readonly PageSize[];
  readonly first: number;
  readonly last: number;
  readonly crops: readonly (Crop | null)[];
  readonly zoom: Zoom;
  readonly rotation: Rotation;
  readonly twoPages: boolean;
  readonly rtl: boolean;
  /** Where reading goes on, shared with the other view. */
  readonly spot: RefObject<ReadingSpot>;
  readonly onPage: (page: number) => void;
}

export interface PageScroller {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Null until the window is measured, before the first paint. */
  readonly layout: PageLayout | null;
  /** 1 = 100 percent. */
  readonly scale: number;
  /** The range of mounted pages, as indexes into `layout.pages`. */
  readonly mounted: {
    readonly from: number;
    readonly to: number;
    /** The focus is in one of the pages; only the text view tells it. */
    readonly focused?: boolean;
  };
  /** 1 = downwards; for preloading. */
  readonly direction: 1 | -1;
  readonly resting: boolean;
  /** Turned pages of the text view: whether a screen is before and after this one. Null: the pages scroll. */
  readonly turns: Turns | null;
  /** `y` is a share of the page's height, and `word` the passage there: the text view has it at another height. */
  goTo(page: number, y?: number, word?: number | null): void;
  scrollBy(windows: number): void;
  /** Scrolls horizontally across a page that is wider than the window. */
  panBy(direction: 1 | -1): void;
  /** The next layout keeps the content under these window coordinates in position, or moves it across to `toX`. */
  pinPoint(clientX: number, clientY: number, toX?: number): void;
}

/** The scroll container of the pages: which are mounted, which is current, and how to scroll to another. */
export function usePageScroller(input: ScrollerInput): PageScroller {
  const { sizes, crops, first, last, zoom, rotation, twoPages, rtl, active, spot, onPage } = input;
  const ref = useRef<HTMLDivElement | null>(null);
  const [viewport, setViewport] = useState<{ width: number; height: number } | null>(null);
  const [mounted, setMounted] = useState({ from: 0, to: 0 });
  const [direction, setDirection] = useState<1 | -1>(1);
  const [resting, setResting] = useState(true);
  /** The reading position, kept through every change of the layout. `atX` and `atY` are its point in the window. */
  const place = useRef<{ anchor: Anchor; atX: number; atY: number }>({
    anchor: { page: 1, x: 0.5, y: 0 },
    atX: Number.NaN,
    atY: GAP_ABOVE,
  });
  const lastTop = useRef(0);
  /** The page of a jump is the current page, even if the window cannot bring it to the top. */
  const target = useRef<Target | null>(null);
  const wasActive = useRef(false);

  useLayoutEffect(
    function measureWindow() {
      const element = ref.current;
      if (!active || !element) return;
      const measure = () =>
        setViewport((known) =>
          known?.width === element.clientWidth && known.height === element.clientHeight
            ? known
            : { width: element.clientWidth, height: element.clientHeight },
        );
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [active],
  );

  const layout = useMemo(
    () => viewport && layoutPages({ sizes, crops, first, last, zoom, rotation, twoPages, rtl, viewport }),
    [sizes, crops, first, last, zoom, rotation, twoPages, rtl, viewport],
  );

  const look = useCallback(
    (known: PageLayout, towards: 1 | -1) => {
      const element = ref.current;
      if (!element) return;
      const { scrollTop, clientHeight } = element;
      const above = clientHeight * (towards === 1 ? BEHIND : AHEAD);
      const below = clientHeight * (towards === 1 ? AHEAD : BEHIND);
      const next = pagesBetween(known, scrollTop - above, scrollTop + clientHeight + below);
      setMounted((now) => (now.from === next.from && now.to === next.to ? now : next));
      onPage(pageInView(known, element, target.current));
    },
    [onPage],
  );

  useLayoutEffect(
    function keepPlaceInNewLayout() {
      const element = ref.current;
      if (!layout || !element || !active) {
        wasActive.current = false;
        return;
      }
      if (!wasActive.current) {
        const { page, y } = spot.current;
        place.current = { anchor: { page, x: 0.5, y }, atX: Number.NaN, atY: GAP_ABOVE };
        target.current = { page, top: null };
        wasActive.current = true;
      }
      const { anchor, atX, atY } = place.current;
      const point = pointOf(layout, anchor);
      element.scrollTop = point.y - atY;
      element.scrollLeft = point.x - (Number.isNaN(atX) ? element.clientWidth / 2 : atX);
      lastTop.current = element.scrollTop;
      if (target.current) target.current.top = element.scrollTop;
      look(layout, 1);
    },
    [layout, look, active, spot],
  );

  useEffect(
    function followScrolling() {
      const element = ref.current;
      if (!element || !layout || !active) return;
      let frame = 0;
      let rest: ReturnType<typeof setTimeout> | undefined;
      const onScroll = () => {
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          const { scrollTop, scrollLeft, clientWidth } = element;
          const towards = scrollTop >= lastTop.current ? 1 : -1;
          if (scrollTop !== lastTop.current) setDirection(towards);
          lastTop.current = scrollTop;
          if (target.current && Math.abs((target.current.top ?? scrollTop) - scrollTop) > 4)
            target.current = null;
          if (target.current) return look(layout, towards);
          place.current = {
            anchor: anchorAt(layout, scrollLeft + clientWidth / 2, scrollTop + GAP_ABOVE),
            atX: Number.NaN,
            atY: GAP_ABOVE,
          };
          const { page, y } = place.current.anchor;
          spot.current = movedSpot(spot.current, page, Math.min(1, Math.max(0, y)));
          look(layout, towards);
          setResting(false);
          clearTimeout(rest);
          rest = setTimeout(() => setResting(true), REST_MS);
        });
      };
      element.addEventListener('scroll', onScroll, { passive: true });
      return () => {
        element.removeEventListener('scroll', onScroll);
        cancelAnimationFrame(frame);
        clearTimeout(rest);
        setResting(true);
      };
    },
    [layout, look, active, spot],
  );

  const goTo = useCallback(
    (page: number, y = 0, word: number | null = null) => {
      place.current = { anchor: { page, x: 0.5, y }, atX: Number.NaN, atY: y > 0 ? 120 : GAP_ABOVE };
      target.current = { page, top: null };
      spot.current = { page, y, word };
      const element = ref.current;
      // Outside of the current layout (the other part of the preview): the new layout scrolls there.
      if (!layout || !element || !placeOf(layout, page)) return;
      const point = pointOf(layout, place.current.anchor);
      element.scrollTop = point.y - place.current.atY;
      target.current = { page, top: element.scrollTop };
      if (layout.width <= element.clientWidth) element.scrollLeft = 0;
      look(layout, 1);
    },
    [layout, look, spot],
  );

  const scrollBy = useCallback((windows: number) => {
    const element = ref.current;
    element?.scrollBy({ top: windows * (element.clientHeight - 60) });
  }, []);

  const panBy = useCallback((direction: 1 | -1) => {
    const element = ref.current;
    element?.scrollBy({ left: direction * element.clientWidth * PAN_SHARE });
  }, []);

  const pinPoint = useCallback(
    (clientX: number, clientY: number, toX = clientX) => {
      const element = ref.current;
      if (!layout || !element) return;
      const box = element.getBoundingClientRect();
      const atY = clientY - box.top;
      place.current = {
        anchor: anchorAt(layout, element.scrollLeft + clientX - box.left, element.scrollTop + atY),
        atX: toX - box.left,
        atY,
      };
    },
    [layout],
  );

  const scale = (layout?.scale ?? PIXELS_A_POINT) / PIXELS_A_POINT;
  return useMemo(
    () => ({ ref, layout, scale, mounted, direction, resting, turns: null, goTo, scrollBy, panBy, pinPoint }),
    [layout, scale, mounted, direction, resting, goTo, scrollBy, panBy, pinPoint],
  );
}

/** The distance of a page from the window's top after a jump (pixels). */
const GAP_ABOVE = 12;

interface Target {
  readonly page: number;
  /** The scroll position after the jump; null until the layout has scrolled there. */
  top: number | null;
}

function pageInView(layout: PageLayout, element: HTMLElement, target: Target | null): number {
  if (target && placeOf(layout, target.page)) return target.page;
  const { scrollTop, clientHeight } = element;
  const atTheEnd = scrollTop > 0 && scrollTop + clientHeight >= layout.height - 2;
  return atTheEnd ? (layout.pages.at(-1)?.page ?? 1) : pageAt(layout, scrollTop, clientHeight);
}

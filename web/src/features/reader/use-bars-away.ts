import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsLow } from './use-device.ts';

/** Shorter movements are not meant (pixels). */
const MIN_MOVE = 8;
/** Without the bars the pages are taller, and keep their place by scrolling: for this time (milliseconds). */
const SETTLE_MS = 300;
/** Later scrolling is not the reader's: pages have loaded (milliseconds). */
const INPUT_MS = 1000;
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
/** Keys that read on. All others that scroll jump, zoom or turn the pages. */
const READING_KEYS: readonly string[] = [' ', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'];

/**
 * In a low window the bars give their space to the pages while reading goes on, and return when scrolling back, and with
 * a tap on a page. Scrolling by a zoom, a turned page or a jump is not reading: it leaves the bars as they are.
 */
export function useBarsAway(
  area: RefObject<HTMLElement | null>,
  {
    isTurned,
    layout,
  }: { isTurned: boolean /** Of the pages: a new one scrolls to the same place. */; layout: unknown },
): boolean {
  const isLow = useIsLow();
  const [isAway, setAway] = useState(false);
  const inputAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what scrolled for another layout is no input for this one
  useLayoutEffect(() => {
    inputAt.current = Number.NEGATIVE_INFINITY;
  }, [layout]);
  useEffect(() => {
    const element = area.current;
    if (!isLow || isTurned || !element) return;
    let top = element.scrollTop;
    let changedAt = Number.NEGATIVE_INFINITY;
    const onInput = (event: Event) => {
      if (isReading(event, element)) inputAt.current = event.timeStamp;
    };
    const onScroll = ({ timeStamp }: Event) => {
      const moved = element.scrollTop - top;
      if (Math.abs(moved) < MIN_MOVE) return;
      top = element.scrollTop;
      if (timeStamp - changedAt < SETTLE_MS || timeStamp - inputAt.current > INPUT_MS) return;
      changedAt = timeStamp;
      setAway(moved > 0);
    };
    const onTap = ({ timeStamp }: Event) => {
      changedAt = timeStamp;
      setAway(false);
    };
    for (const type of INPUTS) document.addEventListener(type, onInput, { passive: true, capture: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('click', onTap);
    return () => {
      for (const type of INPUTS) document.removeEventListener(type, onInput, { capture: true });
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('click', onTap);
      setAway(false);
    };
  }, [area, isLow, isTurned]);
  return isAway;
}

/** Whether the input may scroll the pages on, not zoom them or lead elsewhere. */
function isReading(event: Event, area: HTMLElement): boolean {
  if (event.type === 'keydown') return READING_KEYS.includes((event as KeyboardEvent).key);
  if (!(event.target instanceof Node) || !area.contains(event.target)) return false;
  // Besides a finger, only the scroll bar is pressed to scroll.
  if (event.type === 'pointerdown') return event.target === area;
  if (event.type === 'touchmove') return ((event as TouchEvent).touches?.length ?? 1) < 2;
  return !(event as WheelEvent).ctrlKey && !(event as WheelEvent).metaKey;
}

import { type RefObject, useEffect, useState } from 'react';
import { useIsLow } from './use-device.ts';

/** Shorter movements are not meant (pixels). */
const MIN_MOVE = 8;
/** Without the bars the pages are taller, and keep their place by scrolling: for this time (milliseconds). */
const SETTLE_MS = 300;
/** Later scrolling is not the reader's: pages have loaded (milliseconds). */
const INPUT_MS = 1000;
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** In a low window the bars give their space to the pages while reading goes on, and return when scrolling back. */
export function useBarsAway(area: RefObject<HTMLElement | null>, isTurned: boolean): boolean {
  const isLow = useIsLow();
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!isLow || isTurned || !element) return;
    let top = element.scrollTop;
    let inputAt = Number.NEGATIVE_INFINITY;
    let changedAt = Number.NEGATIVE_INFINITY;
    const onInput = ({ timeStamp }: Event) => {
      inputAt = timeStamp;
    };
    const onScroll = ({ timeStamp }: Event) => {
      const moved = element.scrollTop - top;
      if (Math.abs(moved) < MIN_MOVE) return;
      top = element.scrollTop;
      if (timeStamp - changedAt < SETTLE_MS || timeStamp - inputAt > INPUT_MS) return;
      changedAt = timeStamp;
      setAway(moved > 0);
    };
    for (const type of INPUTS) document.addEventListener(type, onInput, { passive: true, capture: true });
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      for (const type of INPUTS) document.removeEventListener(type, onInput, { capture: true });
      element.removeEventListener('scroll', onScroll);
      setAway(false);
    };
  }, [area, isLow, isTurned]);
  return isAway;
}

import { type RefObject, useEffect, useEffectEvent } from 'react';

/** A tap this close to the side of the text turns; a share of its width. */
const MARGIN = 0.12;
/** Shorter movements of a finger are no swipes (pixels). */
const MIN_SWIPE = 40;
/** A wheel or trackpad that pauses for this time begins another turn (milliseconds). */
const WHEEL_PAUSE_MS = 160;

/** Which way a point in the frame turns: its outer margins turn, the middle does not. */
export function turnOfTap(x: number, width: number, rtl: boolean): 1 | -1 | 0 {
  if (x > width * MARGIN && x < width * (1 - MARGIN)) return 0;
  return x < width / 2 === rtl ? 1 : -1;
}

/** A swipe moves the screen away: to the left, in a book that is read to the right, for the next one. */
export function turnOfSwipe(across: number, down: number, rtl: boolean): 1 | -1 | 0 {
  if (Math.abs(across) < MIN_SWIPE || Math.abs(across) < 1.5 * Math.abs(down)) return 0;
  return across < 0 === rtl ? -1 : 1;
}

/** Turns by a swipe, by a tap or click at the margins, and by the wheel. */
export function useTurnGestures(
  frame: RefObject<HTMLElement | null>,
  isTurned: boolean,
  rtl: boolean,
  turn: (direction: 1 | -1) => void,
): void {
  const onTurn = useEffectEvent((direction: 1 | -1 | 0) => {
    if (direction !== 0) turn(direction);
    return direction !== 0;
  });
  useEffect(() => {
    const element = frame.current;
    if (!isTurned || !element) return;
    let start: Touch | null = null;
    let swipedAt = Number.NEGATIVE_INFINITY;
    const onTouchStart = (event: TouchEvent) => {
      start = event.touches.length === 1 && !scrolls(event.target) ? (event.touches[0] ?? null) : null;
    };
    const onTouchEnd = (event: TouchEvent) => {
      const [end] = event.changedTouches;
      if (!start || !end || isSelecting()) return;
      const swipe = turnOfSwipe(end.clientX - start.clientX, end.clientY - start.clientY, rtl);
      if (onTurn(swipe)) swipedAt = event.timeStamp;
      start = null;
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target as Element;
      const isMouse = (event as PointerEvent).pointerType === 'mouse';
      if (isSelecting() || scrolls(target) || event.timeStamp - swipedAt < WHEEL_PAUSE_MS) return;
      if (target.closest(`button, a, [data-highlight]${isMouse ? ', [data-word]' : ''}`)) return;
      const { left, width } = element.getBoundingClientRect();
      onTurn(turnOfTap(event.clientX - left, width, rtl));
    };
    let wheeledAt = Number.NEGATIVE_INFINITY;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey || event.deltaY === 0 || scrolls(event.target)) return;
      if (event.timeStamp - wheeledAt > WHEEL_PAUSE_MS) onTurn(event.deltaY > 0 ? 1 : -1);
      wheeledAt = event.timeStamp;
    };
    element.addEventListener('touchstart', onTouchStart, { passive: true });
    element.addEventListener('touchend', onTouchEnd);
    element.addEventListener('click', onClick);
    element.addEventListener('wheel', onWheel, { passive: true });
    return () => {
      element.removeEventListener('touchstart', onTouchStart);
      element.removeEventListener('touchend', onTouchEnd);
      element.removeEventListener('click', onClick);
      element.removeEventListener('wheel', onWheel);
    };
  }, [frame, isTurned, rtl]);
}

const isSelecting = (): boolean => document.getSelection()?.isCollapsed === false;

/** Within a table or image that scrolls by itself. */
function scrolls(target: EventTarget | null): boolean {
  const part = target instanceof Element ? target.closest('[data-whole]') : null;
  return part !== null && (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight);
}

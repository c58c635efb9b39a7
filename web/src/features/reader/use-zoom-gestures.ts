import { type RefObject, useEffect, useEffectEvent } from 'react';
import { clampScale } from './layout/page-layout.ts';

/**
 * Zooms by Ctrl and the wheel, a trackpad pinch (which browsers report in the same way), and two fingers. The point
 * under the pointer stays in position.
 */
export function useZoomGestures(
  area: RefObject<HTMLElement | null>,
  scale: number,
  onZoom: (scale: number, clientX: number, clientY: number) => void,
): void {
  const scaleNow = useEffectEvent(() => scale);
  const zoomTo = useEffectEvent(onZoom);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let frame = 0;
    let wanted: { scale: number; x: number; y: number } | null = null;
    const soon = (next: number, x: number, y: number) => {
      wanted = { scale: clampScale(next), x, y };
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (wanted) zoomTo(wanted.scale, wanted.x, wanted.y);
        wanted = null;
      });
    };

    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const from = wanted?.scale ?? scaleNow();
      // A wheel notch is 100, a trackpad sends small steps: the formula suits both.
      const factor = Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 300);
      soon(from * factor, event.clientX, event.clientY);
    };

    let pinch: { distance: number; scale: number } | null = null;
    const onTouchMove = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!a || !b) return;
      event.preventDefault();
      const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      pinch ??= { distance, scale: scaleNow() };
      soon(
        (pinch.scale * distance) / pinch.distance,
        (a.clientX + b.clientX) / 2,
        (a.clientY + b.clientY) / 2,
      );
    };
    const onTouchEnd = (event: TouchEvent) => {
      if (event.touches.length < 2) pinch = null;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchmove', onTouchMove, { passive: false });
    element.addEventListener('touchend', onTouchEnd);
    element.addEventListener('touchcancel', onTouchEnd);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchmove', onTouchMove);
      element.removeEventListener('touchend', onTouchEnd);
      element.removeEventListener('touchcancel', onTouchEnd);
    };
  }, [area]);
}

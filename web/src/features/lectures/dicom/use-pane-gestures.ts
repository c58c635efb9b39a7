import { type RefObject, useEffect, useRef } from 'react';
import type { Tool } from './pane-state.ts';
import type { PanePoint } from './view.ts';

/** Gestures on a pane, independent of mouse, pen or touch. */
export interface PaneGestures {
  scroll(slices: number): void;
  window(dx: number, dy: number): void;
  zoom(factor: number, at: PanePoint): void;
  pan(dx: number, dy: number): void;
  /** Draws a measurement: pressed, dragged, released. */
  draw(phase: 'start' | 'move' | 'end', at: PanePoint): void;
  hover(at: PanePoint | null): void;
  /** A press without a drag. */
  press(at: PanePoint): void;
  reset(): void;
}

/** A shorter movement is a press, not a drag (pixels). */
const PRESS_PX = 4;
/** The wheel distance per slice: a mouse notch is 100; a touchpad sends many small values. */
const WHEEL_STEP = 60;
/** The drag distance per slice: neither too sensitive for a short series nor endless for a long one. */
const dragStep = (height: number, count: number) => Math.max(3, Math.min(24, height / count));

/**
 * Mouse: the left button uses the tool, the right one zooms, the middle one pans, the wheel scrolls (with Ctrl: zooms).
 * Touch: one finger uses the tool; two change the window, and zoom and pan when they spread or close.
 */
export function usePaneGestures(
  target: RefObject<HTMLElement | null>,
  { tool, count }: { tool: Tool; count: number },
  gestures: PaneGestures,
): void {
  const latest = useRef({ tool, count, gestures });
  latest.current = { tool, count, gestures };

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const down = new Map<number, PanePoint>();
    let button = 0;
    let travelled = 0;
    /** The distance since the press began, in pixels. */
    let moved = 0;
    let spread: { distance: number; isPinch: boolean } | null = null;

    const pointOf = (event: MouseEvent): PanePoint => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const distanceOf = () => {
      const [a, b] = [...down.values()];
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    const actionOf = (): Tool => (button === 2 ? 'zoom' : button === 1 ? 'pan' : latest.current.tool);
    const scrollBy = (distance: number, step: number) => {
      travelled += distance;
      const slices = Math.trunc(travelled / step);
      travelled -= slices * step;
      if (slices !== 0) latest.current.gestures.scroll(slices);
    };

    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button, input, a')) return;
      element.setPointerCapture(event.pointerId);
      down.set(event.pointerId, pointOf(event));
      button = event.button;
      travelled = 0;
      moved = down.size > 1 ? Number.POSITIVE_INFINITY : 0;
      const { gestures, tool } = latest.current;
      if (down.size === 2) {
        spread = { distance: distanceOf(), isPinch: false };
        if (isDrawing(tool)) gestures.draw('end', pointOf(event));
      } else if (down.size === 1 && button === 0 && isDrawing(tool)) gestures.draw('start', pointOf(event));
    };

    const onMove = (event: PointerEvent) => {
      const at = pointOf(event);
      const { gestures, count } = latest.current;
      gestures.hover(at);
      const before = down.get(event.pointerId);
      if (!before) {
        if (isDrawing(latest.current.tool) && event.pointerType === 'mouse') gestures.draw('move', at);
        return;
      }
      down.set(event.pointerId, at);
      const [dx, dy] = [at.x - before.x, at.y - before.y];
      moved += Math.hypot(dx, dy);
      if (down.size === 2 && spread) {
        const distance = distanceOf();
        if (!spread.isPinch && Math.abs(distance - spread.distance) > 24) spread.isPinch = true;
        if (spread.isPinch) {
          const [a, b] = [...down.values()] as [PanePoint, PanePoint];
          gestures.zoom(distance / Math.max(1, spread.distance), { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
          gestures.pan(dx / 2, dy / 2);
          spread.distance = distance;
        } else gestures.window(dx / 2, dy / 2);
        return;
      }
      if (down.size !== 1) return;
      const action = actionOf();
      if (action === 'scroll') scrollBy(dy, dragStep(element.clientHeight, count));
      else if (action === 'window') gestures.window(dx, dy);
      else if (action === 'zoom') gestures.zoom(1.01 ** -dy, centreOf(element));
      else if (action === 'pan') gestures.pan(dx, dy);
      else gestures.draw('move', at);
    };

    const onUp = (event: PointerEvent) => {
      const wasOne = down.size === 1;
      if (!down.delete(event.pointerId)) return;
      if (down.size < 2) spread = null;
      const { gestures, tool } = latest.current;
      if (wasOne && button === 0 && isDrawing(tool)) gestures.draw('end', pointOf(event));
      else if (wasOne && button === 0 && moved < PRESS_PX && event.type === 'pointerup')
        gestures.press(pointOf(event));
      if (event.pointerType !== 'mouse') gestures.hover(null);
    };
    const onLeave = () => latest.current.gestures.hover(null);

    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey)
        latest.current.gestures.zoom(1.002 ** -event.deltaY, pointOf(event));
      else scrollBy(event.deltaMode === 1 ? event.deltaY * WHEEL_STEP : event.deltaY, WHEEL_STEP);
    };
    const onDouble = () => {
      const { tool, gestures } = latest.current;
      // The other tools use a press themselves.
      if (tool === 'scroll' || tool === 'window') gestures.reset();
    };
    const noMenu = (event: Event) => event.preventDefault();

    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('pointerleave', onLeave);
    // React registers wheel listeners as passive, so they cannot prevent scrolling of the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('dblclick', onDouble);
    element.addEventListener('contextmenu', noMenu);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('pointerleave', onLeave);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('dblclick', onDouble);
      element.removeEventListener('contextmenu', noMenu);
    };
  }, [target]);
}

const isDrawing = (tool: Tool) => tool === 'length' || tool === 'angle';
const centreOf = (element: HTMLElement): PanePoint => ({
  x: element.clientWidth / 2,
  y: element.clientHeight / 2,
});

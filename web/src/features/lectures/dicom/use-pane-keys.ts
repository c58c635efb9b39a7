import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Tool } from './pane-state.ts';
import type { PanePoint } from './view.ts';

/** One press of an arrow: pixels of the pane; with Shift for placing a point exactly. */
const STEP = 10;
const FINE_STEP = 1;
const PAN_STEP = 40;
const ZOOM_STEP = 1.15;

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface PaneKeys {
  /** Where the next point is measured; null while no arrow placed it. */
  readonly cursor: PanePoint | null;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * The arrows do what the chosen tool does with the mouse. Measuring has a cursor: the arrows move it, Enter places a
 * point, Escape gives the measurement up.
 */
export function usePaneKeys(
  tool: Tool,
  size: { readonly width: number; readonly height: number },
  act: {
    window(dx: number, dy: number): void;
    zoom(factor: number, at: PanePoint): void;
    pan(dx: number, dy: number): void;
    move(at: PanePoint): void;
    place(at: PanePoint): void;
    giveUp(): void;
  },
): PaneKeys {
  const [cursor, setCursor] = useState<PanePoint | null>(null);
  const isMeasuring = tool === 'length' || tool === 'angle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tool begins without a cursor
  useEffect(() => setCursor(null), [tool]);
  const middle = { x: size.width / 2, y: size.height / 2 };

  const onArrow = ([x, y]: readonly [number, number], isFine: boolean) => {
    if (tool === 'window') act.window(x * STEP, y * STEP);
    else if (tool === 'zoom') act.zoom(ZOOM_STEP ** (x - y), middle);
    else if (tool === 'pan') act.pan(x * PAN_STEP, y * PAN_STEP);
    else {
      const from = cursor ?? middle;
      const step = isFine ? FINE_STEP : STEP;
      const to = {
        x: Math.max(0, Math.min(size.width, from.x + x * step)),
        y: Math.max(0, Math.min(size.height, from.y + y * step)),
      };
      setCursor(to);
      act.move(to);
    }
  };
  return {
    cursor: isMeasuring ? cursor : null,
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || tool === 'scroll') return;
      if (event.target !== event.currentTarget) return;
      const direction = DIRECTIONS[event.key];
      if (direction) onArrow(direction, event.shiftKey);
      else if (isMeasuring && event.key === 'Enter') {
        setCursor(cursor ?? middle);
        act.place(cursor ?? middle);
      } else if (isMeasuring && event.key === 'Escape' && cursor) {
        setCursor(null);
        act.giveUp();
      } else return;
      event.preventDefault();
      // The arrows are not the study's as well.
      event.stopPropagation();
    },
  };
}

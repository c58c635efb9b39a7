import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Tool } from './pane-state.ts';
import type { PanePoint } from './view.ts';

/** The distance of one arrow press in pixels of the pane; Shift moves by single pixels for exact points. */
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
  /** The position of the next point; null before an arrow was pressed. */
  readonly cursor: PanePoint | null;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Arrow keys do what the selected tool does with the mouse. While measuring, they move a cursor; Enter adds a point,
 * Escape cancels the measurement.
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
      // Arrow keys must not also scroll the study.
      event.stopPropagation();
    },
  };
}

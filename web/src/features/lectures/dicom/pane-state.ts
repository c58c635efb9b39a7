import type { Window } from './decode/slice.ts';
import type { Measurement } from './measurement.ts';
import { type View, WHOLE } from './view.ts';

export const TOOLS = ['scroll', 'window', 'zoom', 'pan', 'length', 'angle'] as const;
export type Tool = (typeof TOOLS)[number];

/** A pane: its series and how it is displayed. */
export interface PaneState {
  readonly series: number;
  readonly index: number;
  /** Null: the window that the file recommends. */
  readonly window: Window | null;
  readonly inverted: boolean;
  readonly view: View;
  readonly measurements: readonly Measurement[];
}

export const newPane = (series: number): PaneState => ({
  series,
  index: 0,
  window: null,
  inverted: false,
  view: WHOLE,
  measurements: [],
});

/** Dragging horizontally changes the width, vertically the center; more finely for a narrow window. */
export function dragWindow({ center, width }: Window, dx: number, dy: number): Window {
  const step = Math.max(width / 250, 0.2);
  return { center: center + dy * step, width: Math.max(1, width + dx * step) };
}

export const clampIndex = (index: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(index)));

import type { Window } from './decode/slice.ts';
import type { Measurement } from './measurement.ts';
import { type View, WHOLE } from './view.ts';

export const TOOLS = ['scroll', 'window', 'zoom', 'pan', 'length', 'angle'] as const;
export type Tool = (typeof TOOLS)[number];

/** One pane: which series lies in it, and how it is looked at. */
export interface PaneState {
  readonly series: number;
  readonly index: number;
  /** Null: the one that the file asks for. */
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

/** Dragging sideways changes the width, up and down the centre: finer when the window is narrow. */
export function dragWindow({ center, width }: Window, dx: number, dy: number): Window {
  const step = Math.max(width / 250, 0.2);
  return { center: center + dy * step, width: Math.max(1, width + dx * step) };
}

export const clampIndex = (index: number, count: number): number =>
  Math.max(0, Math.min(count - 1, Math.round(index)));

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Slice, Window } from './decode/slice.ts';
import { paintSlice } from './shades.ts';
import { type Frame, matrixOf, type View } from './view.ts';

export interface PaneSize {
  readonly width: number;
  readonly height: number;
}

/** The element's current size in CSS pixels. */
export function useSize(target: RefObject<HTMLElement | null>): PaneSize {
  const [size, setSize] = useState<PaneSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return size;
}

export const frameOf = ({ width, height }: PaneSize, { columns, rows, spacing }: Slice): Frame => ({
  width,
  height,
  columns,
  rows,
  aspect: spacing ? spacing[0] / spacing[1] : 1,
});

/**
 * Draws the slice: renders its gray values in original size into a hidden canvas, and draws that one transformed into
 * the pane. Needs no WebGL, and a new window costs one lookup per pixel.
 */
export function useSliceCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  drawing: {
    slice: Slice | undefined;
    window: Window | null;
    inverted: boolean;
    view: View;
    size: PaneSize;
  },
): void {
  const { slice, window, inverted, view, size } = drawing;
  const hidden = useRef<{ canvas: HTMLCanvasElement; image: ImageData | null } | null>(null);

  // Gray values depend on slice, window and inversion; panning and zooming reuse them.
  useLayoutEffect(() => {
    if (!slice || !window) return;
    hidden.current ??= { canvas: document.createElement('canvas'), image: null };
    const { canvas: sheet } = hidden.current;
    if (sheet.width !== slice.columns) sheet.width = slice.columns;
    if (sheet.height !== slice.rows) sheet.height = slice.rows;
    hidden.current.image = paintSlice(slice, window, inverted, hidden.current.image);
    sheet.getContext('2d')?.putImageData(hidden.current.image, 0, 0);
  }, [slice, window, inverted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shades painted above change with `inverted` too
  useEffect(() => {
    const target = canvas.current;
    if (!target || size.width === 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (target.width !== width) target.width = width;
    if (target.height !== height) target.height = height;
    const context = target.getContext('2d');
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!slice || !hidden.current || !window) return;
    const [a, b, c, d, e, f] = matrixOf(frameOf(size, slice), view);
    context.setTransform(a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio);
    context.imageSmoothingEnabled = true;
    // When enlarged, the center of each pixel keeps its gray value; better filters would blur it with its neighbors.
    context.imageSmoothingQuality = Math.hypot(a, b) * ratio >= 1 ? 'low' : 'high';
    context.drawImage(hidden.current.canvas, 0, 0);
  }, [canvas, slice, window, inverted, view, size]);
}

/**
 * The position of a slice in its pane. Pane: CSS pixels from the top left corner. Slice: pixels, with the center of the
 * first one at 0.5.
 */

export interface PanePoint {
  readonly x: number;
  readonly y: number;
}
export interface SlicePoint {
  readonly column: number;
  readonly row: number;
}

export interface View {
  /** 1 = the whole slice fits. */
  readonly zoom: number;
  /** The offset of the slice's center from the pane's. */
  readonly panX: number;
  readonly panY: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
}
export const WHOLE: View = { zoom: 1, panX: 0, panY: 0, rotation: 0 };

export interface Frame {
  /** The size of the pane. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** A pixel's height divided by its width: pixels are not always square. */
  readonly aspect: number;
}

const LEAST_ZOOM = 0.2;
const MOST_ZOOM = 40;
export const limitZoom = (zoom: number): number => Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom));

/** CSS pixels for one column of the slice. */
function scaleOf({ width, height, columns, rows, aspect }: Frame, { zoom, rotation }: View): number {
  const lies = Math.abs(Math.sin((rotation * Math.PI) / 180)) > 0.5;
  const [across, down] = lies ? [rows * aspect, columns] : [columns, rows * aspect];
  return Math.min(width / across, height / down) * zoom;
}

const turned = (rotation: number): readonly [cos: number, sin: number] => {
  const angle = (rotation * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};

/** The canvas transform (a, b, c, d, e, f) from slice to pane. */
export function matrixOf(
  frame: Frame,
  view: View,
): readonly [number, number, number, number, number, number] {
  const scale = scaleOf(frame, view);
  const [cos, sin] = turned(view.rotation);
  const [a, b] = [cos * scale, sin * scale];
  const [c, d] = [-sin * scale * frame.aspect, cos * scale * frame.aspect];
  const [column, row] = [frame.columns / 2, frame.rows / 2];
  const e = frame.width / 2 + view.panX - (a * column + c * row);
  const f = frame.height / 2 + view.panY - (b * column + d * row);
  return [a, b, c, d, e, f];
}

export function toPane(frame: Frame, view: View, { column, row }: SlicePoint): PanePoint {
  const [a, b, c, d, e, f] = matrixOf(frame, view);
  return { x: a * column + c * row + e, y: b * column + d * row + f };
}

export function toSlice(frame: Frame, view: View, { x, y }: PanePoint): SlicePoint {
  const [a, b, c, d, e, f] = matrixOf(frame, view);
  const [dx, dy, determinant] = [x - e, y - f, a * d - b * c];
  return { column: (d * dx - c * dy) / determinant, row: (a * dy - b * dx) / determinant };
}

/** Zooms around a point, which stays in its position. */
export function zoomAt(frame: Frame, view: View, zoom: number, { x, y }: PanePoint): View {
  const limited = limitZoom(zoom);
  const grown = limited / view.zoom;
  const [left, top] = [x - frame.width / 2, y - frame.height / 2];
  return {
    ...view,
    zoom: limited,
    panX: left - (left - view.panX) * grown,
    panY: top - (top - view.panY) * grown,
  };
}

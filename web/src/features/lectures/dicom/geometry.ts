import type { Point3, SliceFacts } from './decode/slice.ts';
import type { SlicePoint } from './view.ts';

type Spacing = NonNullable<SliceFacts['spacing']>;

/** The distance of two points of a slice in millimeters; in pixels if the spacing is unknown. */
export function distance(from: SlicePoint, to: SlicePoint, spacing: Spacing | null): number {
  const [betweenRows, betweenColumns] = spacing ?? [1, 1];
  return Math.hypot((to.column - from.column) * betweenColumns, (to.row - from.row) * betweenRows);
}

/** The angle at the middle one of three points, 0 to 180 degrees. */
export function angleAt(
  first: SlicePoint,
  vertex: SlicePoint,
  second: SlicePoint,
  spacing: Spacing | null,
): number {
  const [betweenRows, betweenColumns] = spacing ?? [1, 1];
  const direction = ({ column, row }: SlicePoint) =>
    Math.atan2((row - vertex.row) * betweenRows, (column - vertex.column) * betweenColumns);
  const between = Math.abs(direction(first) - direction(second)) % (2 * Math.PI);
  return ((between > Math.PI ? 2 * Math.PI - between : between) * 180) / Math.PI;
}

const dot = (a: Point3, b: Point3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A slice's position along its normal in millimeters, which orders a series and links two of them. */
export function placeOf({
  position,
  orientation,
}: Pick<SliceFacts, 'position' | 'orientation'>): number | null {
  if (!position || !orientation) return null;
  return dot(position, cross(...orientation));
}

/** Whether two slices are parallel within a few degrees. Only then can two series scroll together by position. */
export function isParallel(a: SliceFacts['orientation'], b: SliceFacts['orientation']): boolean {
  return a !== null && b !== null && Math.abs(dot(cross(...a), cross(...b))) > 0.98;
}

/** The patient's sides at the pane's edges (R, L, A, P, H, F, or two letters if oblique). */
export interface Sides {
  readonly top: string;
  readonly end: string;
  readonly bottom: string;
  readonly start: string;
}

/** `start` is the left edge of the screen: right-to-left languages never mirror images. */
export function sidesOf(orientation: NonNullable<SliceFacts['orientation']>, rotation: number): Sides {
  const angle = (-rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [along, down] = orientation;
  const mix = (x: number, y: number): Point3 => [
    along[0] * x + down[0] * y,
    along[1] * x + down[1] * y,
    along[2] * x + down[2] * y,
  ];
  // The directions of the pane's right and lower edges in slice coordinates.
  const right = mix(cos, sin);
  const lower = mix(-sin, cos);
  return {
    end: letters(right),
    start: letters(opposite(right)),
    bottom: letters(lower),
    top: letters(opposite(lower)),
  };
}

const opposite = ([x, y, z]: Point3): Point3 => [-x, -y, -z];
/** An axis gets a letter only above this share (sine of about 20 degrees). */
const WORTH_A_LETTER = 0.35;

function letters([x, y, z]: Point3): string {
  const axes: readonly [number, string, string][] = [
    [x, 'L', 'R'],
    [y, 'P', 'A'],
    [z, 'H', 'F'],
  ];
  return axes
    .filter(([share]) => Math.abs(share) > WORTH_A_LETTER)
    .sort((a, b) => Math.abs(b[0]) - Math.abs(a[0]))
    .slice(0, 2)
    .map(([share, positive, negative]) => (share > 0 ? positive : negative))
    .join('');
}

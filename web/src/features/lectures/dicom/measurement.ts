import type { SliceFacts } from './decode/slice.ts';
import { angleAt, distance } from './geometry.ts';
import type { SlicePoint } from './view.ts';

/** A length has two points, an angle three with the vertex in the middle. In pixels of the slice. */
export interface Measurement {
  readonly id: number;
  readonly kind: 'length' | 'angle';
  readonly slice: number;
  readonly points: readonly SlicePoint[];
}

export const isComplete = ({ kind, points }: Measurement): boolean =>
  points.length === (kind === 'length' ? 2 : 3);

/** The measured number, without a unit. */
export function measured(
  { kind, points }: Measurement,
  spacing: SliceFacts['spacing'],
): { value: number; unit: 'mm' | 'px' | '°' } | null {
  const [first, second, third] = points;
  if (!first || !second) return null;
  if (kind === 'length') return { value: distance(first, second, spacing), unit: spacing ? 'mm' : 'px' };
  return third ? { value: angleAt(first, second, third, spacing), unit: '°' } : null;
}

export const moveLast = (measurement: Measurement, point: SlicePoint): Measurement => ({
  ...measurement,
  points: [...measurement.points.slice(0, -1), point],
});

import { isParallel, placeOf } from './geometry.ts';
import type { SliceStack } from './slice-stack.ts';

/**
 * The slice of one series that corresponds to a slice of another: at the same position in the patient if they are
 * parallel, otherwise at the same relative index. Positions of slices that are not loaded are interpolated.
 */
export function linkedIndex(from: SliceStack, index: number, to: SliceStack): number {
  const share = index / Math.max(1, from.getState().count - 1);
  const last = Math.max(0, to.getState().count - 1);
  const slice = from.slice(index) ?? from.anySlice();
  const other = to.anySlice();
  const sameCut = slice && other && isParallel(slice.orientation, other.orientation);
  const place = sameCut ? (from.slice(index) ? placeOf(slice) : null) : null;
  const line = sameCut ? placesOf(to) : null;
  const exact = place !== null && line ? (place - line.first) / line.step : share * last;
  return Math.max(0, Math.min(last, Math.round(exact)));
}

/** A straight line through the two loaded slices that are farthest apart. */
function placesOf(stack: SliceStack): { first: number; step: number } | null {
  const known: [index: number, place: number][] = [];
  for (let index = 0; index < stack.getState().count; index += 1) {
    const slice = stack.slice(index);
    const place = slice ? placeOf(slice) : null;
    if (place !== null) known.push([index, place]);
  }
  const [start, end] = [known[0], known.at(-1)];
  if (!start || !end || start[0] === end[0]) return null;
  const step = (end[1] - start[1]) / (end[0] - start[0]);
  return step === 0 ? null : { first: start[1] - start[0] * step, step };
}

import { DAY_MS } from '../../../platform/durations.ts';

/** The longest span that the providers list at once. */
const MAX_SLICE_DAYS = 31;

/** Splits a span into parts that the providers list, in order. */
export function dateSlices(from: Date, to: Date): { from: Date; to: Date }[] {
  const slices: { from: Date; to: Date }[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += MAX_SLICE_DAYS * DAY_MS)
    slices.push({
      from: new Date(start),
      to: new Date(Math.min(start + MAX_SLICE_DAYS * DAY_MS, to.getTime())),
    });
  return slices;
}

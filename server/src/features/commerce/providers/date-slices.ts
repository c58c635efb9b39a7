import { DAY_MS } from '../../../platform/durations.ts';

/** The providers refuse to list a longer span at once. */
const MAX_SLICE_DAYS = 31;

/** A span in parts that the providers list, from the first to the last. */
export function dateSlices(from: Date, to: Date): { from: Date; to: Date }[] {
  const slices: { from: Date; to: Date }[] = [];
  for (let start = from.getTime(); start < to.getTime(); start += MAX_SLICE_DAYS * DAY_MS)
    slices.push({
      from: new Date(start),
      to: new Date(Math.min(start + MAX_SLICE_DAYS * DAY_MS, to.getTime())),
    });
  return slices;
}

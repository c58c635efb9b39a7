import { EARLIEST_YEAR, MAX_YEARS_AHEAD } from '@vesalius/contract/constants';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { demand } from './errors.ts';

/** Throws `invalid` at the field whose date lies further ahead than anybody plans, or in another age: a slip of the pen. */
export function demandForeseeable(
  fields: Readonly<Record<string, Date | string | null | undefined>>,
  now: Date,
): void {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
  const complaints = Object.entries(fields).flatMap(([name, value]) => {
    if (!value) return [];
    const date = new Date(value);
    if (date > latest) return [[name, VALUE_MESSAGES.tooFarAhead]];
    return date.getUTCFullYear() < EARLIEST_YEAR ? [[name, VALUE_MESSAGES.tooLongAgo]] : [];
  });
  demand(complaints.length === 0, 'invalid', Object.fromEntries(complaints));
}

import { EARLIEST_YEAR, MAX_YEARS_AHEAD } from '@vesalius/contract/constants';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { demand } from './errors.ts';

/**
 * Throws `invalid` for each field whose date is more than `MAX_YEARS_AHEAD` years ahead or before `EARLIEST_YEAR`: a
 * typing error.
 */
export function demandForeseeable(
  fields: Readonly<Record<string, Date | string | null | undefined>>,
  now: Date,
): void {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
  const fieldErrors = Object.entries(fields).flatMap(([name, value]) => {
    if (!value) return [];
    const date = new Date(value);
    if (date > latest) return [[name, VALUE_MESSAGES.tooFarAhead]];
    return date.getUTCFullYear() < EARLIEST_YEAR ? [[name, VALUE_MESSAGES.tooLongAgo]] : [];
  });
  demand(fieldErrors.length === 0, 'invalid', Object.fromEntries(fieldErrors));
}

import { MAX_YEARS_AHEAD } from '@vesalius/contract/constants';
import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { demand } from './errors.ts';

/** Throws `invalid` at the field whose date lies further ahead than anybody plans: a slip of the pen. */
export function demandForeseeable(
  fields: Readonly<Record<string, Date | string | null | undefined>>,
  now: Date,
): void {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
  const far = Object.entries(fields).filter(([, date]) => date && new Date(date) > latest);
  demand(
    far.length === 0,
    'invalid',
    Object.fromEntries(far.map(([name]) => [name, VALUE_MESSAGES.tooFarAhead])),
  );
}

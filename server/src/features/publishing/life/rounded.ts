import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';

const FIVE_MINUTES = 5;
const MINUTE_SECONDS = 60;

/** Rounds down to tens, so that neither a remainder nor a difference reveals fewer than ten readers; null below ten. */
export const roundedReaders = (count: number): number | null =>
  count < MIN_READERS_SHOWN ? null : Math.floor(count / MIN_READERS_SHOWN) * MIN_READERS_SHOWN;

/** For lists that omit counts below ten. */
export const tensOf = (count: number): number => roundedReaders(count) ?? 0;

/** An exact median would be one reader's time: it is rounded to a minute, and from ten minutes on to five. */
export function roundedMinutes(seconds: number, readers: number): number | null {
  if (readers < MIN_READERS_SHOWN) return null;
  const minutes = Math.max(1, Math.round(seconds / MINUTE_SECONDS));
  return minutes < 2 * FIVE_MINUTES ? minutes : Math.round(minutes / FIVE_MINUTES) * FIVE_MINUTES;
}

export const roundedPercent = (share: number): number => Math.floor(share * 10) * 10;

/** Omits a term that is the beginning of a longer one: readers who pause while typing search for it too. */
export const withoutBeginnings = <Miss extends { readonly term: string }>(misses: readonly Miss[]): Miss[] =>
  misses.filter(({ term }) => !misses.some((other) => other.term !== term && other.term.startsWith(term)));

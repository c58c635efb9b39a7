import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';

const FIVE_MINUTES = 5;
const MINUTE_SECONDS = 60;

/** Rounded down to tens, so that neither a rest nor a difference of two numbers tells of fewer; null below ten. */
export const roundedReaders = (count: number): number | null =>
  count < MIN_READERS_SHOWN ? null : Math.floor(count / MIN_READERS_SHOWN) * MIN_READERS_SHOWN;

/** For lists that leave out what is below ten. */
export const tensOf = (count: number): number => roundedReaders(count) ?? 0;

/** A median is one reader's own time until it is rounded: to the minute, and from ten on to five. */
export function roundedMinutes(seconds: number, readers: number): number | null {
  if (readers < MIN_READERS_SHOWN) return null;
  const minutes = Math.max(1, Math.round(seconds / MINUTE_SECONDS));
  return minutes < 2 * FIVE_MINUTES ? minutes : Math.round(minutes / FIVE_MINUTES) * FIVE_MINUTES;
}

export const roundedPercent = (share: number): number => Math.floor(share * 10) * 10;

/** A reader who pauses while typing searches for the beginning of a word: it is told only by the whole one. */
export const withoutBeginnings = <Miss extends { readonly term: string }>(misses: readonly Miss[]): Miss[] =>
  misses.filter(({ term }) => !misses.some((other) => other.term !== term && other.term.startsWith(term)));

import type { KeptBook } from './kept-book.ts';

/** Clocks are set right by some seconds now and then; who turns one back for reading on needs days (milliseconds). */
const TOLERANCE_MS = 10 * 60_000;

type Licence = Pick<KeptBook, 'validUntil' | 'clockAhead' | 'lastSeen'>;

/** The server's time, as far as this device can tell without asking. */
export const serverNow = ({ clockAhead }: Pick<Licence, 'clockAhead'>, deviceNow: number): number =>
  deviceNow + clockAhead;

/** `clock`: the clock stands before a time at which the book was already open. It opens again with a network. */
export function licenceState(licence: Licence, deviceNow: number): 'open' | 'ended' | 'clock' {
  const now = serverNow(licence, deviceNow);
  if (Math.max(now, licence.lastSeen) > licence.validUntil) return 'ended';
  return now < licence.lastSeen - TOLERANCE_MS ? 'clock' : 'open';
}

/** What to remember when the book is open now. */
export const seen = (licence: Licence, deviceNow: number): number =>
  Math.max(licence.lastSeen, serverNow(licence, deviceNow));

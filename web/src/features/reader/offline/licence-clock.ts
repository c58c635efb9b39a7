import type { KeptBook } from './kept-book.ts';

/** Clocks are sometimes corrected by seconds; turning one back to extend a license takes days (milliseconds). */
const TOLERANCE_MS = 10 * 60_000;

type Licence = Pick<KeptBook, 'validUntil' | 'clockAhead' | 'lastSeen'>;

/** The server's time as far as this device can tell without a request. */
export const serverNow = ({ clockAhead }: Pick<Licence, 'clockAhead'>, deviceNow: number): number =>
  deviceNow + clockAhead;

/**
 * `clock`: the device's clock is before a time at which the book was already open. A network request opens it again.
 */
export function licenceState(licence: Licence, deviceNow: number): 'open' | 'ended' | 'clock' {
  const now = serverNow(licence, deviceNow);
  if (Math.max(now, licence.lastSeen) > licence.validUntil) return 'ended';
  return now < licence.lastSeen - TOLERANCE_MS ? 'clock' : 'open';
}

/** The value to store when the book is open now. */
export const seen = (licence: Licence, deviceNow: number): number =>
  Math.max(licence.lastSeen, serverNow(licence, deviceNow));

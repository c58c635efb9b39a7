import { CARD_NUMBER_MAX_DIGITS, CVV_MAX_LENGTH } from '@vesalius/contract/constants';
import { westernDigits } from '../../lib/western-digits.ts';

/** Converts digits of any script to Western ones and drops everything else. */
export const digitsOf = (text: string): string => westernDigits(text).replace(/\D/g, '');

/** American Express groups four, six and five digits. */
const FOUR_SIX_FIVE = /^3[47]/;

/** Groups digits as printed on the card: mostly in fours, at most 19 digits (Maestro, UnionPay). */
export function maskCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, CARD_NUMBER_MAX_DIGITS);
  const groups = FOUR_SIX_FIVE.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== '').join(' ');
}

/**
 * Formats `MM / YY`, 7 characters in all: the separator follows after two digits. Deleting the separator also deletes
 * the digit before it, so that backspace always works.
 */
export function maskExpiry(text: string, before = ''): string {
  const digits = digitsOf(text).slice(0, 4);
  const deletedSeparator =
    before.length > text.length && before.startsWith(text) && /^\d{2} ?\/? ?$/.test(text);
  if (deletedSeparator) return digits.slice(0, 1);
  return digits.length >= 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export const maskCvv = (text: string): string => digitsOf(text).slice(0, CVV_MAX_LENGTH);

/** Whether a card with this `MM / YY` has expired. A card is valid until the end of its month. */
export function isExpired(expiry: string, now: Date): boolean {
  const digits = digitsOf(expiry);
  const firstDayAfter = Date.UTC(2000 + Number(digits.slice(2)), Number(digits.slice(0, 2)), 1);
  return firstDayAfter <= now.getTime();
}

import { CVV_MAX_LENGTH, CVV_MIN_LENGTH } from '@vesalius/contract/constants';
import type { ChangeEvent } from 'react';
import { digitsOf } from './card-masks.ts';

const AMERICAN_EXPRESS = /^3[47]/;
/** Visa, Mastercard and Discover: 16 digits in practice. Other cards have up to 19, and their end is not known. */
const SIXTEEN_DIGITS = /^(?:4|5[1-5]|2[2-7]|6011|65)/;

/** The checksum of card numbers (Luhn). */
function isValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export function isWholeNumber(number: string): boolean {
  const digits = digitsOf(number);
  if (AMERICAN_EXPRESS.test(digits)) return digits.length === 15 && isValid(digits);
  return SIXTEEN_DIGITS.test(digits) && digits.length === 16 && isValid(digits);
}

export const isWholeExpiry = (expiry: string): boolean => /^(?:0[1-9]|1[0-2])\d{2}$/.test(digitsOf(expiry));

export const isWholeCvv = (cvv: string, number: string): boolean =>
  digitsOf(cvv).length === (AMERICAN_EXPRESS.test(digitsOf(number)) ? CVV_MAX_LENGTH : CVV_MIN_LENGTH);

/**
 * Moves to the next empty field once the user has typed or pasted the last character of this one. Not while the browser fills the
 * form in, and not after a correction in the middle.
 */
export function moveOn({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  const isTyped = 'inputType' in nativeEvent && /^insert(?:Text|FromPaste)$/.test(`${nativeEvent.inputType}`);
  if (!isTyped || document.activeElement !== field || field.selectionEnd !== field.value.length) return;
  const fields = [...(field.form?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])') ?? [])];
  fields
    .slice(fields.indexOf(field) + 1)
    .find(({ value }) => value === '')
    ?.focus();
}

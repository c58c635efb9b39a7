import { describe, expect, it } from 'vitest';
import { isExpired, maskCardNumber, maskCvv, maskExpiry } from './card-masks.ts';

describe('the masks of the card form', () => {
  it.each([
    ['4007', '4007'],
    ['40070', '4007 0'],
    ['4007000000027', '4007 0000 0002 7'],
    ['501800000009', '5018 0000 0009'],
    ['6200-0000 0000x0000 003 99', '6200 0000 0000 0000 003'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['٤٠٠٧٠', '4007 0'],
  ])('a card number %s becomes %s', (typed, shown) => expect(maskCardNumber(typed)).toBe(shown));

  it.each([
    ['1', '', '1'],
    ['12', '1', '12 / '],
    ['123', '12', '12 / 3'],
    ['1230', '', '12 / 30'],
    ['12 / 309', '12 / 30', '12 / 30'],
    ['12 /', '12 / ', '1'],
    ['12 / 3', '12 / 30', '12 / 3'],
  ])('an expiry %s typed after %s becomes %s', (typed, before, shown) =>
    expect(maskExpiry(typed, before)).toBe(shown),
  );

  it('limits a security code to four digits', () => expect(maskCvv('12 34 5')).toBe('1234'));

  it('accepts a card until the end of its month', () => {
    expect(isExpired('11 / 26', new Date('2026-11-30T23:00:00Z'))).toBe(false);
    expect(isExpired('11 / 26', new Date('2026-12-01T00:00:00Z'))).toBe(true);
  });
});

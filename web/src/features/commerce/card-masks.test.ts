import { describe, expect, it } from 'vitest';
import { isExpired, maskCardNumber, maskCvv, maskExpiry } from './card-masks.ts';

describe('the masks of the card form', () => {
  it.each([
    ['4007', '4007'],
    ['40070', '4007 0'],
    ['4007000000027', '4007 0000 0002 7'],
    ['4111-1111 1111x1111 99', '4111 1111 1111 1111'],
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

  it('a code keeps four digits', () => expect(maskCvv('12 34 5')).toBe('1234'));

  it('a card is good to the end of its month', () => {
    expect(isExpired('11 / 26', new Date('2026-11-30T23:00:00Z'))).toBe(false);
    expect(isExpired('11 / 26', new Date('2026-12-01T00:00:00Z'))).toBe(true);
  });
});

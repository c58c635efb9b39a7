import { describe, expect, it } from 'vitest';
import { priceChangePercent } from './price-change.ts';

describe('the change of a price in percent', () => {
  it.each([
    [129, 11.9, '−91%'],
    [119, 129, '+8%'],
    [129, 0, '−100%'],
    [200, 200.5, '+0.3%'],
    [0, 129, null],
  ])('from %s to %s is %s', (from, to, percent) => {
    expect(priceChangePercent(from, to)).toBe(percent);
  });
});

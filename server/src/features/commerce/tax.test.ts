import { describe, expect, it } from 'vitest';
import { taxIncluded } from './tax.ts';

describe('the tax in a total', () => {
  it.each([
    [19900, 0, 0],
    [12100, 2100, 2100],
    [19900, 2100, 3454],
    [19900, 1900, 3177],
    [9950, 550, 519],
    [1, 2100, 0],
    // 3 x 0.2 / 1.2 = 0.5 exactly: half a cent goes up.
    [3, 2000, 1],
    [0, 2100, 0],
    [100_000_00, 2700, 2125984],
  ])('%i cents at %i basis points contain %i', (total, basisPoints, tax) => {
    expect(taxIncluded(total, basisPoints)).toBe(tax);
  });

  it('is never more than half a cent away from the exact figure', () => {
    for (let total = 0; total < 5000; total += 7)
      for (const basisPoints of [550, 700, 1900, 2000, 2100, 2550])
        expect(
          Math.abs(taxIncluded(total, basisPoints) - (total * basisPoints) / (10_000 + basisPoints)),
        ).toBeLessThanOrEqual(0.5);
  });
});

import { expect, it } from 'vitest';
import { clampClaim } from './clamp-claim.ts';

it.each([
  [3, 4.5, 3],
  [3.1, 4.5, 3],
  [3.13, 4.5, 3.25],
  [9, 4.5, 4.5],
  [0, 4.5, 0.25],
  [-2, 4.5, 0.25],
])('%f of at most %f is claimed as %f', (credits, maximum, claimed) => {
  expect(clampClaim(credits, maximum)).toBe(claimed);
});

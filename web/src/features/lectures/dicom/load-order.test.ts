import { describe, expect, it } from 'vitest';
import { farthestFrom, nextToLoad } from './load-order.ts';

const orderOf = (count: number, seen: number, direction: 1 | -1) => {
  const done = new Set<number>();
  const order: number[] = [];
  for (;;) {
    const next = nextToLoad(count, seen, direction, (index) => !done.has(index));
    if (next === null) return order;
    done.add(next);
    order.push(next);
  }
};

describe('the order of loading', () => {
  it('starts at the shown slice and continues outwards, further in the direction of scrolling', () => {
    expect(orderOf(9, 4, 1)).toEqual([4, 5, 6, 3, 7, 8, 2, 1, 0]);
    expect(orderOf(9, 4, -1)).toEqual([4, 3, 2, 5, 1, 0, 6, 7, 8]);
  });

  it.each([
    [1, 0],
    [7, 0],
    [7, 6],
    [300, 299],
  ])('reaches each of %d slices once from slice %d', (count, seen) => {
    for (const direction of [1, -1] as const)
      expect(orderOf(count, seen, direction).sort((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_value, index) => index),
      );
  });

  it('evicts the farthest slice first', () => {
    expect(farthestFrom(10, [8, 9, 12, 30, 0])).toBe(30);
    expect(farthestFrom(10, [])).toBeNull();
  });
});

import { oneRun, pageInSet } from '@vesalius/contract/page-runs';
import { describe, expect, it } from 'vitest';
import { pageOfPlace } from './page-of-place.ts';

const FIRST = oneRun('work', 1, 40);
/** Ten pages were inserted after page 12, and page 30 was corrected. */
const SECOND = [
  { first: 1, last: 12, set: 'work/1', from: 1 },
  { first: 13, last: 22, set: 'work/2', from: 13 },
  { first: 23, last: 39, set: 'work/1', from: 13 },
  { first: 40, last: 40, set: 'work/2', from: 40 },
  { first: 41, last: 50, set: 'work/1', from: 31 },
];
const place = (page: number) => pageInSet(FIRST, page) as NonNullable<ReturnType<typeof pageInSet>>;

describe('the page of a comment', () => {
  it.each([
    [12, 12],
    [13, 23],
    [29, 39],
    [31, 41],
    [40, 50],
  ])('goes with its content: %i is %i', (before, after) => {
    expect(pageOfPlace(FIRST, place(before))).toBe(before);
    expect(pageOfPlace(SECOND, place(before))).toBe(after);
  });

  it('is null once its content is gone', () => {
    expect(pageOfPlace(SECOND, place(30))).toBeNull();
    expect(pageOfPlace([], place(1))).toBeNull();
  });
});

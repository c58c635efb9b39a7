import { describe, expect, it } from 'vitest';
import { labelOf, pageOfInput, sizesOf } from './page-labels.ts';

describe('text in the page field', () => {
  const labels = ['i', 'ii', '1', '2', '3'];
  it.each([
    ['ii', labels, 2],
    [' II ', labels, 2],
    ['2', labels, 4],
    ['5', labels, 5],
    ['2', null, 2],
    ['#1', labels, 1],
    ['٢', null, 2],
    ['۴', null, 4],
    ['6', null, null],
    ['0', null, null],
    ['-1', null, null],
    ['', null, null],
    ['abc', labels, null],
  ])('%s is page %s', (typed, known, page) => {
    expect(pageOfInput(typed, known, 5)).toBe(page);
  });
  it('shows the label, or the number', () => {
    expect(labelOf(2, labels)).toBe('ii');
    expect(labelOf(2, null)).toBe('2');
  });
  it('expands runs of equal sizes', () => {
    expect(
      sizesOf([
        [1, 2, 2],
        [3, 4, 1],
      ]),
    ).toEqual([
      { width: 1, height: 2 },
      { width: 1, height: 2 },
      { width: 3, height: 4 },
    ]);
  });
});

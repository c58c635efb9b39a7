import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { describe, expect, it } from 'vitest';
import { columnAt } from './text-column.ts';

const line = (left: number, right: number, top: number): PageWord[] => [
  [left, top, 0.05, 0.02, 'first'],
  [right - 0.05, top, 0.05, 0.02, 'last', 1],
];
const rows = (left: number, right: number, from = 0.2): PageWord[] =>
  Array.from({ length: 10 }, (_, row) =>
    line(left, row === 9 ? left + 0.2 : right, from + row * 0.03),
  ).flat();
const page = (...words: PageWord[][]): PageText => ({ width: 500, height: 700, words: words.flat() });

describe('the column at a point', () => {
  const twoColumns = page(line(0.1, 0.9, 0.1), rows(0.1, 0.48), rows(0.52, 0.9));

  it.each([
    ['in the left column', 0.2, 0.31, 0.1, 0.48],
    ['in the right column', 0.7, 0.31, 0.52, 0.9],
    ['beside a short last line', 0.46, 0.48, 0.1, 0.48],
    ['on the title above both', 0.5, 0.11, 0.1, 0.9],
  ])('%s', (_where, x, y, left, right) => {
    const column = columnAt(twoColumns, x, y);
    expect(column?.left).toBeCloseTo(left);
    expect(column?.right).toBeCloseTo(right);
  });

  it('is told by the right edges where lines are read from the right', () => {
    const lines = Array.from({ length: 8 }, (_, row) =>
      line(row === 3 ? 0.4 : 0.12, 0.88, 0.2 + row * 0.03),
    ).flat();
    expect(columnAt(page(lines), 0.7, 0.3)).toEqual({ left: 0.12, right: 0.88 });
  });

  it('is none beside the text', () => {
    expect(columnAt(twoColumns, 0.3, 0.9)).toBeNull();
    expect(columnAt(twoColumns, 0.02, 0.3)).toBeNull();
    expect(columnAt(page(), 0.5, 0.5)).toBeNull();
  });
});

import { roman } from '@vesalius/contract/page-labels';
import { describe, expect, it } from 'vitest';
import { pageLabels } from './page-labels.ts';

describe('printed page numbers', () => {
  it.each([
    [1, 'i'],
    [4, 'iv'],
    [9, 'ix'],
    [14, 'xiv'],
    [40, 'xl'],
    [99, 'xcix'],
    [1984, 'mcmlxxxiv'],
  ])('%i is %s', (value, text) => {
    expect(roman(value)).toBe(text);
  });

  it('come from the manifest, else from the PDF, else from the page number', () => {
    expect(pageLabels(4, [], ['A', '', 'C', ''])).toEqual(['A', '2', 'C', '4']);
    const ranges = [
      { from_page: 2, style: 'roman', first: 1 },
      { from_page: 4, style: 'decimal', first: 11 },
    ] as const;
    expect(pageLabels(5, [...ranges], ['Cover'])).toEqual(['Cover', 'i', 'ii', '11', '12']);
  });
});

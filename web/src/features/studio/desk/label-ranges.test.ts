import { printedLabel } from '@vesalius/contract/page-labels';
import { expect, it } from 'vitest';
import { labelRangesOf } from './label-ranges.ts';

it('leaves out numbering that is not filled in yet', () => {
  const ranges = labelRangesOf({
    page_labels: [
      { _id: 'a', from_page: 1, style: 'roman', first: 3 },
      { _id: 'b', from_page: 9, style: 'decimal' },
      { _id: 'c', from_page: 12 },
    ],
  });
  expect([1, 7, 9, 12].map((page) => printedLabel(page, ranges, []))).toEqual(['iii', 'ix', '1', '4']);
});

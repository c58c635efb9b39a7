import { expect, it } from 'vitest';
import { bodiesOf } from './running-heads.ts';

const bodies = (...pages: string[]) =>
  bodiesOf(pages).map(({ start, end }, index) => pages[index]?.slice(start, end).trim());

it('leaves out heads and feet that differ only in their number', () =>
  expect(
    bodies('12 Heart failure\nFirst text.\nPress 2026', 'Heart failure 13\nOther text.\nPress 2026'),
  ).toEqual(['First text.', 'Other text.']));

it('leaves out a page number above or below a head', () =>
  expect(bodies('Heart failure\n12\nFirst text.', 'Heart failure\n13\nOther text.')).toEqual([
    'First text.',
    'Other text.',
  ]));

it('keeps the first and last lines of pages that share none', () =>
  expect(bodies('Heart failure\nis common.', 'Its treatment\nis long.')).toEqual([
    'Heart failure\nis common.',
    'Its treatment\nis long.',
  ]));

it('keeps a line in the middle that stands on every page', () =>
  expect(bodies('a\nb\nSame\nc\nd', 'e\nf\nSame\ng\nh')).toEqual(['a\nb\nSame\nc\nd', 'e\nf\nSame\ng\nh']));

it('has nothing to compare on a single page but its number', () =>
  expect(bodies('12\nHeart failure')).toEqual(['Heart failure']));

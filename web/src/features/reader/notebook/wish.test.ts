import { expect, it } from 'vitest';
import { FILTERS, type Filters, isFiltered, wishOf } from './wish.ts';

const NOW = new Date('2026-03-10T23:30:00Z');
const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const none = Object.fromEntries(FILTERS.map((name) => [name, ''])) as Filters;
const wish = (more: Partial<Filters>) => wishOf({ ...none, ...more }, NOW);

it.each([
  ['nothing', {}, { order: 'newest' }],
  ['the last seven days, today included', { period: 'week' }, { order: 'newest', from: '2026-03-04' }],
  ['the last thirty days', { period: 'month' }, { order: 'newest', from: '2026-02-09' }],
  ['a range', { period: 'range', from: '2026-01-01', to: 'x' }, { order: 'newest', from: '2026-01-01' }],
  ['no days that the period leaves out', { from: '2026-01-01' }, { order: 'newest' }],
  ['no chapter without its book', { chapter: BOOK }, { order: 'newest' }],
  ['a chapter', { book: BOOK, chapter: BOOK }, { order: 'newest', book_id: BOOK, chapter_id: BOOK }],
  ['no unknown values', { color: 'black', kind: 'x', order: 'size', book: '7' }, { order: 'newest' }],
  ['bookmarks', { kind: 'bookmark' }, { order: 'newest', kind: 'bookmark' }],
  [
    'a color, words and an order',
    { color: 'pink', q: 'valve', order: 'book' },
    { order: 'book', color: 'pink', q: 'valve' },
  ],
])('asks for %s', (_what, filters, expected) => expect(wish(filters)).toEqual(expected));

it('is no filter to choose an order', () => {
  expect(isFiltered(wish({ order: 'book' }))).toBe(false);
  expect(isFiltered(wish({ q: 'valve' }))).toBe(true);
});

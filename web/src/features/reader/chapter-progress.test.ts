import { expect, it } from 'vitest';
import { bookPages } from '../../testing/open-reader.tsx';
import { chapterProgress } from './chapter-progress.ts';

/** Two chapters of twenty pages. */
const book = (seconds: number, more = {}) => ({
  ...bookPages(),
  reading_seconds: Array.from({ length: 40 }, () => seconds),
  ...more,
});

it.each([
  ['the page and what follows it in the chapter', 60, 15, 6],
  ['a minute at least', 10, 20, 1],
  ['in steps of five where it is long', 186, 1, 60],
  ['of the chapter alone', 60, 40, 1],
])('counts %s', (_what, seconds, page, minutes) =>
  expect(chapterProgress(book(seconds), page)?.minutes).toBe(minutes),
);

it.each([
  ['the pages have no text', book(0)],
  ['the book was kept by an earlier release', bookPages()],
  ['no chapter is there', book(60, { chapters: [] })],
])('names no minutes where %s', (_what, data) => expect(chapterProgress(data, 7)?.minutes).toBeNull());

it('measures the chapter, or the book where there are no chapters', () => {
  expect(chapterProgress(book(60), 10)?.share).toBe(0.5);
  expect(chapterProgress(book(60), 21)?.share).toBe(1 / 20);
  expect(chapterProgress(book(60, { chapters: [] }), 10)?.share).toBe(0.25);
});

it('is nothing for a preview', () => expect(chapterProgress(bookPages({ granted: false }), 7)).toBeNull());

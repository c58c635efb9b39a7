import { beforeEach, expect, it } from 'vitest';
import { BOOK, bookPages } from '../../../testing/open-reader.tsx';
import { forgetLockedPage, keepLockedPage, keepPreviewPlace } from './preview-place.ts';
import { startPage } from './start-page.ts';

beforeEach(() => sessionStorage.clear());

const unread = { ...bookPages(), progress: { status: 'not_started', page: 1 } as const };

it.each([
  ['where reading stopped', bookPages(), null, 7],
  ['the page of the address', bookPages(), 12, 12],
  ['the last page for one after it', bookPages(), 99, 40],
  ['the last free page for one after the preview', bookPages({ granted: false }), 30, 15],
  ['the first page of an unread book', unread, null, 1],
])('opens %s', (_what, data, asked, page) => {
  expect(startPage(data, asked)).toBe(page);
});

it('begins a bought book where its preview was left', () => {
  keepPreviewPlace(BOOK, 12);
  expect(startPage(unread, null)).toBe(12);
  expect(startPage(bookPages(), null)).toBe(7);
  expect(startPage({ ...unread, book: { ...unread.book, id: 'another' } }, null)).toBe(1);
});

it('opens the page that was locked once the book is bought, once', () => {
  keepPreviewPlace(BOOK, 12);
  keepLockedPage(BOOK, 30);
  expect(startPage(bookPages({ granted: false }), null)).toBe(7);
  expect(startPage(bookPages(), null)).toBe(30);
  expect(startPage(bookPages(), 5)).toBe(5);
  forgetLockedPage(BOOK);
  expect(startPage(unread, null)).toBe(12);
});

import { expect, it } from 'vitest';
import { hasDownloads, hasKeptBooks, KEPT_BOOKS_KEY } from './kept-books.ts';

it.each([
  [null, false, false],
  ['{"books":[],"waiting":true}', true, false],
  ['{"books":["u/b"],"waiting":false}', true, true],
  ['nonsense', true, false],
])('of %s: kept %s, downloads %s', (stored, isKept, isDownloaded) => {
  if (stored === null) localStorage.removeItem(KEPT_BOOKS_KEY);
  else localStorage.setItem(KEPT_BOOKS_KEY, stored);
  expect([hasKeptBooks(), hasDownloads()]).toEqual([isKept, isDownloaded]);
});

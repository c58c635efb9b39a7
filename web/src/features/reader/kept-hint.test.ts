import { expect, it } from 'vitest';
import { storeSession } from '../../lib/session.ts';
import { sessionOf } from '../../testing/render.tsx';
import { hintOf, isKept, setKeptHint } from './kept-hint.ts';

it('stores a book for the user who downloads it, and for no other user', () => {
  setKeptHint({
    books: [hintOf({ userId: 'agnes', bookId: 'hers' }), 'of-an-earlier-release'],
    waiting: false,
  });
  expect(isKept('hers')).toBe(false);
  storeSession(sessionOf('customer', { userId: 'agnes' }), true);
  expect(['hers', 'another', 'of-an-earlier-release'].map(isKept)).toEqual([true, false, true]);
});

it('does not report a book of another user', () => {
  setKeptHint({ books: [hintOf({ userId: 'agnes', bookId: 'hers' })], waiting: false });
  storeSession(sessionOf('customer', { userId: 'boris' }), true);
  expect(isKept('hers')).toBe(false);
});

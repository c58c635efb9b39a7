import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** What the makers of a book learn from how it is read. */
export const bookLifeCalls = defineCalls({
  /** Query: book_id. */
  getBookLife: { method: 'GET', path: '/book_life', portals: DESK },
});

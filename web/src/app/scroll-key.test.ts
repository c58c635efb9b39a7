import { createBrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { nameHistoryEntry, scrollKeyOf } from './scroll-key.ts';

/** As a browser does that loads the present entry of its history. */
function openDocument() {
  nameHistoryEntry();
  const router = createBrowserRouter([{ path: '*', element: null }]);
  const { location } = router.state;
  router.dispose();
  return { location, key: scrollKeyOf(location) };
}

it('keeps the scroll positions of two addresses apart that were both typed', () => {
  window.history.replaceState(null, '', '/books');
  const books = openDocument();
  // Screens tell by it that nobody came from inside.
  expect(books.location.key).toBe('default');
  expect(openDocument().key).toBe(books.key);
  window.history.pushState(null, '', '/contact-us');
  expect(openDocument().key).not.toBe(books.key);
});

it('leaves the addresses that were reached inside the app their own', () =>
  expect(scrollKeyOf({ key: 'k3y' })).toBe('k3y'));

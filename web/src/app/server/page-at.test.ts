import { describe, expect, it } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { createRoutes } from '../router.tsx';
import { pageAtOf } from './page-at.ts';

const pageAt = pageAtOf(createRoutes({} as AppContext));
const ID = '0197a000-0000-7000-8000-000000000001';
const viewer = (page: number | null) => ({ kind: 'viewer', bookId: ID, page });

describe('an address shows', () => {
  it.each([
    ['/Books/?x=1', { kind: 'public', address: '/books' }],
    ['/', { kind: 'public', address: '/' }],
    ['/?next=%2Freview', { kind: 'shell' }],
    ['/admin/jobs', { kind: 'shell' }],
    ['/no-such-page', { kind: 'unknown' }],
    ['/books/none/at/all', { kind: 'unknown' }],
    [`/book-viewer/${ID}`, viewer(null)],
    [`/Book-Viewer/${ID.toUpperCase()}/?page=1`, viewer(1)],
    [`/book-viewer/${ID}?from=mail&page=15`, viewer(15)],
    ['/book-viewer/kept', { kind: 'shell' }],
    ['/book-viewer/none', { kind: 'no-book' }],
    ['/book-viewer/', { kind: 'unknown' }],
  ])('%s', (url, shown) => expect(pageAt(url)).toEqual(shown));

  it.each(['?page=16', '?page=0', '?page=015', '?page=-1', '?page=1.5', '?apage=1', '?page=1000000'])(
    'the viewer, without a free page: %s',
    (query) => expect(pageAt(`/book-viewer/${ID}${query}`)).toEqual(viewer(null)),
  );
});

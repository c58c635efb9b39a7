import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { PageAt } from '@vesalius/contract/web-pages';
import type { RouteObject } from 'react-router';
import { askedPage, isViewerOfNoBook, viewedBookId } from '../../lib/viewer-address.ts';
import { screenTest } from '../screen-test.ts';
import { publicPage } from './public-page.ts';

/** Returns a function that tells what an address shows in the app with these routes. */
export function pageAtOf(routes: readonly RouteObject[]): (url: string) => PageAt {
  const isScreen = screenTest(routes);
  return (url) => {
    const [path = '', query] = url.split('?', 2);
    if (!isScreen(path)) return { kind: 'unknown' };
    if (isViewerOfNoBook(path)) return { kind: 'no-book' };
    const bookId = viewedBookId(path)?.toLowerCase();
    if (bookId) return { kind: 'viewer', bookId, page: freePage(new URLSearchParams(query)) };
    const page = publicPage(url);
    return page ? { kind: 'public', address: page.address } : { kind: 'shell' };
  };
}

/** Documents of pages after the preview are all the same, as are those of other spellings. */
function freePage(search: URLSearchParams): number | null {
  const page = askedPage(search);
  return page !== null && page <= PREVIEW_LAST_PAGE && search.get('page') === `${page}` ? page : null;
}

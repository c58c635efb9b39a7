import { KEPT_GRANT } from '../../features/reader/offline/kept-book.ts';
import { paths } from '../../lib/paths.ts';
import { viewedBookId } from '../../lib/viewer-address.ts';

/** What the service worker answers itself; null = none of its business, the browser asks as if it were not there. */
export type Answer =
  | { readonly kind: 'page' }
  | { readonly kind: 'asset' }
  | {
      readonly kind: 'kept';
      readonly bookId: string;
      readonly revision: number;
      readonly page: number;
      readonly file: string;
      readonly grant: string;
    };

/** Screens that open without a network: the viewer, and the list of one's books with those that are kept. */
const isOfflinePage = (path: string): boolean =>
  path === paths.home.to() ||
  path.toLowerCase().replace(/\/$/, '') === paths.myBooks.to() ||
  viewedBookId(path) !== null;
const PAGE_FILE = /^\/page-files\/([0-9a-f-]{36})\/(\d+)\/(\d+)\/([a-z0-9]+\.(?:webp|json))$/;

export function answerOf(
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  assets: readonly string[],
): Answer | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return null;
  if (request.mode === 'navigate') return isOfflinePage(url.pathname) ? { kind: 'page' } : null;
  if (assets.includes(url.pathname)) return { kind: 'asset' };
  const grant = url.searchParams.get('grant') ?? '';
  const [, bookId, revision, page, file] = PAGE_FILE.exec(url.pathname) ?? [];
  // A page typed into the address bar is a navigation: it gets nothing from here.
  if (!bookId || !file || !grant.startsWith(KEPT_GRANT)) return null;
  return { kind: 'kept', bookId, revision: Number(revision), page: Number(page), file, grant };
}

import { KEPT_GRANT } from '../../features/reader/offline/kept-book.ts';
import { paths } from '../../lib/paths.ts';
import { viewedBookId } from '../../lib/viewer-address.ts';

/** What the service worker answers; null = it does not handle the request. */
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

/** Screens that open offline: the viewer, and the user's list of books with the offline ones. */
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
  // An address that was typed is a navigation, which gets no page file.
  if (!bookId || !file || !grant.startsWith(KEPT_GRANT)) return null;
  return { kind: 'kept', bookId, revision: Number(revision), page: Number(page), file, grant };
}

/* The viewer's address, for all who read or write one: routes, server, service worker, inline start script. */

const VIEWER_PATH = '/book-viewer';
export const VIEWER_PATTERN = `${VIEWER_PATH}/:id`;
/** The viewer of whichever book is kept on the device: no book has this id. */
export const KEPT_VIEWER_PATH = `${VIEWER_PATH}/kept`;

const VIEWER = new RegExp(`^${VIEWER_PATH}/([^/]+)/?$`, 'i');
const BOOK_ID = /^[0-9a-f-]{36}$/i;

export const viewerPath = (bookId: string): string => `${VIEWER_PATH}/${bookId}`;

/** The id as written in the address, in its letter case. Null: no viewer, or no possible id of a book. */
export function viewedBookId(path: string): string | null {
  const id = VIEWER.exec(path)?.[1];
  return id && BOOK_ID.test(id) ? id : null;
}

/** A viewer's address that leads to no book. */
export function isViewerOfNoBook(path: string): boolean {
  const id = VIEWER.exec(path)?.[1];
  return id !== undefined && id.toLowerCase() !== 'kept' && !BOOK_ID.test(id);
}

/** What a quote in an address may be long: a sentence (characters). */
const MAX_PASSAGE_LENGTH = 400;

/** The passage as it stands in an address: as much of it as finds it. */
export const shortPassage = (quote: string): string =>
  quote.length <= MAX_PASSAGE_LENGTH ? quote : quote.slice(0, MAX_PASSAGE_LENGTH).replace(/\s\S*$/, '');

/** The passage of its page that the address names, in its own words. */
export const askedPassage = (search: URLSearchParams): string | null =>
  shortPassage(search.get('passage')?.trim() ?? '') || null;

/** The page that the address names. */
export function askedPage(search: URLSearchParams): number | null {
  const page = Number(search.get('page'));
  return Number.isInteger(page) && page > 0 ? page : null;
}

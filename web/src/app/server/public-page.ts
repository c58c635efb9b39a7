import { listingAddress, readFilters } from '../../features/catalogue/listing-filters.ts';
import { paths } from '../../lib/paths.ts';
import { sourceOf } from '../screen-test.ts';

/** A search term of a hundred letters, each written as nine characters, with room for the rest. */
const MAX_ADDRESS_LENGTH = 1200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_SUCH_ID = '00000000-0000-0000-0000-000000000000';

/** The query as far as the page reads it, in one spelling; null for what only the browser should make sense of. */
type Query = (search: URLSearchParams) => string | null;

const none: Query = () => '';
/** Somebody who is to sign in first is led on from there, which only the browser knows how to. */
const home: Query = (search) => (search.has('next') ? null : '');
const pageOnly: Query = (search) => {
  const page = search.get('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(page) && page !== '1' ? `?page=${page}` : '';
};
const listing: Query = (search) => {
  const filters = readFilters(search);
  const ids = [filters.bookId, filters.category_id].filter((id) => id !== undefined);
  return ids.every((id) => UUID.test(id)) ? listingAddress(filters).slice(paths.books.to().length) : null;
};
const tab: Query = (search) => {
  const name = search.get('tab') ?? '';
  return ['faculty', 'front-matter'].includes(name) ? `?tab=${name}` : '';
};

const page = (pattern: string, module: string, query: Query) => ({
  path: new RegExp(`^${sourceOf(pattern) || '/'}$`),
  module,
  query,
});
/** The pages that arrive as HTML: address, the module of the screen, and what they read of the query. */
const PUBLIC_PAGES = [
  page(paths.home.pattern, 'src/routes/landing.tsx', home),
  page(paths.books.pattern, 'src/routes/books.tsx', listing),
  page(paths.featuredBooks.pattern, 'src/routes/featured-books.tsx', none),
  page(paths.packages.pattern, 'src/routes/packages.tsx', pageOnly),
  page(paths.packageProfile.pattern, 'src/routes/package.tsx', none),
  page(paths.bookProfile.pattern, 'src/routes/book-profile.tsx', tab),
];
export interface PublicPage {
  /** The one spelling of all addresses that look the same. */
  readonly address: string;
  readonly module: string;
}

/**
 * What the server renders for an address, or null where the browser does it. Parameters that no page reads, their order,
 * letter case and slashes make no other page, and ids that cannot be one are all the same missing page: so each page is
 * rendered and kept once.
 */
export function publicPage(url: string): PublicPage | null {
  // Two slashes would begin a host.
  if (url.length > MAX_ADDRESS_LENGTH || !/^\/(?![/\\])/.test(url) || !URL.canParse(url, 'http://localhost'))
    return null;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const path = pathname.toLowerCase().replace(/(?<=.)\/$/, '');
  const shown = PUBLIC_PAGES.find((each) => each.path.test(path));
  const query = shown?.query(searchParams) ?? null;
  return shown && query !== null ? { module: shown.module, address: withKnownId(path) + query } : null;
}

function withKnownId(path: string): string {
  const [, screen, id] = path.split('/');
  if (id === undefined || id === 'featured' || UUID.test(id)) return path;
  return `/${screen}/${NO_SUCH_ID}`;
}

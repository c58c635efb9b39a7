import { listingAddress, readFilters } from '../../features/catalogue/listing-filters.ts';
import { paths } from '../../lib/paths.ts';
import { sourceOf } from '../screen-test.ts';

/** Enough for a search term of a hundred letters, each encoded as nine characters. */
const MAX_ADDRESS_LENGTH = 1200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NO_SUCH_ID = '00000000-0000-0000-0000-000000000000';

/** The part of the query that the page reads, in a canonical form; null if only the browser can handle it. */
type Query = (search: URLSearchParams) => string | null;

const none: Query = () => '';
/** With `next` the visitor must sign in first, which only the browser handles. */
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
/** The server-rendered pages: address, the module of the screen, and the part of the query that it reads. */
const PUBLIC_PAGES = [
  page(paths.home.pattern, 'src/routes/landing.tsx', home),
  page(paths.books.pattern, 'src/routes/books.tsx', listing),
  page(paths.featuredBooks.pattern, 'src/routes/featured-books.tsx', none),
  page(paths.packages.pattern, 'src/routes/packages.tsx', pageOnly),
  page(paths.packageProfile.pattern, 'src/routes/package.tsx', none),
  page(paths.bookProfile.pattern, 'src/routes/book-profile.tsx', tab),
];
export interface PublicPage {
  /** The canonical form of all addresses that look the same. */
  readonly address: string;
  readonly module: string;
}

/**
 * What the server renders for an address; null if the browser does it. Unknown parameters, their order, letter case and slashes
 * do not make another page, and all invalid ids are the same missing page: so each page is rendered and cached once.
 */
export function publicPage(url: string): PublicPage | null {
  // Two slashes would begin a host name.
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

import type { Role } from '@vesalius/contract/calls';
import { MAX_QUESTION_LENGTH, PAGE_SIZE } from '@vesalius/contract/constants';
import { askableId } from '../../lib/known-id.ts';
import { oneOf } from '../../lib/one-of.ts';
import { paths } from '../../lib/paths.ts';
import type { BookShelf, SortingTerm } from './api.ts';

/** Divisible into rows of 2, 3, 4 and 6. */
export const LISTING_PAGE = PAGE_SIZE.booksInSortHeader;

type ListType = 'all' | 'featured' | 'related' | 'assigned';

export interface ListingFilters {
  readonly listType: ListType;
  readonly bookId?: string | undefined;
  readonly category_id?: string | undefined;
  /** Without region, as in "en". */
  readonly language?: string | undefined;
  readonly search_term?: string | undefined;
  readonly sorting_term?: SortingTerm | undefined;
  /** The number of loaded pages. */
  readonly page: number;
}

const LIST_TYPES = ['all', 'featured', 'related', 'assigned'] as const;
const SORTING_TERMS = ['date', 'price_high', 'price_low'] as const;
const LANGUAGE = /^[a-z]{2,3}$/;
/** Limits the number of pages in a made-up address. */
const MAX_PAGES = 60;

/** Reads the filters from the address and ignores invalid ones. */
export function readFilters(search: URLSearchParams): ListingFilters {
  const wanted = oneOf(LIST_TYPES, search.get('listType')) ?? 'all';
  const bookId = wanted === 'related' ? search.get('bookId') || undefined : undefined;
  const page = Number(search.get('page') ?? 1);
  return {
    listType: wanted === 'related' && !bookId ? 'all' : wanted,
    bookId,
    category_id: search.get('category_id') || undefined,
    language: LANGUAGE.exec(search.get('language')?.toLowerCase() ?? '')?.[0],
    search_term: search.get('search_term')?.trim().slice(0, MAX_QUESTION_LENGTH) || undefined,
    sorting_term: oneOf(SORTING_TERMS, search.get('sorting_term')),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1,
  };
}

export const listingAddress = ({ listType, page, ...filters }: ListingFilters): string => {
  const query = { ...(listType === 'all' ? {} : { listType }), ...filters, ...(page > 1 ? { page } : {}) };
  return paths.books.to(JSON.parse(JSON.stringify(query)) as Parameters<typeof paths.books.to>[0]);
};

/** Authors and editors see the library instead of featured books. */
export const forRole = (filters: ListingFilters, role: Role | undefined): ListingFilters =>
  filters.listType === 'featured' && (role === 'author' || role === 'editor')
    ? { ...filters, listType: 'all' }
    : filters;

/** The list for the filters; null = the featured books. Featured and related lists have no other filters. */
export function shelfOf(filters: ListingFilters): BookShelf | null {
  const { listType, bookId, category_id, language, search_term, sorting_term } = filters;
  if (listType === 'featured') return null;
  if (listType === 'related' && bookId) return { kind: 'related', book_id: askableId(bookId) };
  return {
    kind: listType === 'assigned' ? 'assigned' : 'all',
    ...(category_id ? { category_id: askableId(category_id) } : {}),
    ...(language ? { language } : {}),
    ...(search_term ? { search_term } : {}),
    ...(sorting_term ? { sorting_term } : {}),
  };
}

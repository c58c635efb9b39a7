import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CatalogueEndpoints } from '@vesalius/contract/catalogue';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { LecturesEndpoints } from '@vesalius/contract/lectures';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { clientFor } from '../../lib/api-client.ts';
import type { Session } from '../../lib/session.ts';

const client = clientFor<CatalogueEndpoints>(catalogueCalls);
const lectures = clientFor<LecturesEndpoints>(lecturesCalls);

/**
 * Answers differ by person. The server renders what a visitor sees; after that the person's own answer replaces
 * it, and until it has come the visitor's stays on the screen instead of a skeleton (`use-shown.ts`). What only a
 * person has, and nothing on the page stands for, is marked with `isOwnPart`.
 */
const viewer = (session: Session | null): string => session?.userId ?? 'visitor';
const key = (session: Session | null, ...rest: unknown[]) => ['catalogue', viewer(session), ...rest] as const;

export type SortingTerm = 'date' | 'price_high' | 'price_low';
export type BookShelf =
  | {
      readonly kind: 'all' | 'assigned';
      readonly category_id?: string;
      readonly search_term?: string;
      readonly sorting_term?: SortingTerm;
    }
  | { readonly kind: 'related'; readonly book_id: string };

/** How many of the newest books the landing page shows. */
export const NEWEST = 10;

/** One page of any list of books. */
export const shelfQuery = (
  session: Session | null,
  shelf: BookShelf,
  page = 1,
  items: number = PAGE_SIZE.books,
) =>
  queryOptions({
    queryKey: key(session, 'shelf', shelf, page, items),
    queryFn: (from) => {
      const { kind, ...filters } = shelf;
      const query = { ...filters, page, items };
      if (kind === 'related') return client.listRelatedBooks({ query: query as never, from });
      if (kind === 'assigned') return client.listAssignedBooks({ query, from });
      return client.listBooks({ query, from });
    },
    placeholderData: keepPreviousData,
  });

export const bookQuery = (session: Session | null, id: string) =>
  queryOptions({
    queryKey: key(session, 'book', id),
    queryFn: (from) => client.getBook({ params: { id }, from }),
    // Another book's facts must not be shown meanwhile, the same book's as a visitor sees it may.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });

/** Featured books bring a few words about themselves. */
export const featuredQuery = (session: Session | null, page = 1, items: number = PAGE_SIZE.featured) =>
  queryOptions({
    queryKey: key(session, 'featured', page, items),
    queryFn: (from) => client.listFeaturedBooks({ query: { page, items }, from }),
    placeholderData: keepPreviousData,
  });

/** What is linked to the book's pages, for its list of chapters. */
export const materialsQuery = (session: Session | null, bookId: string) =>
  queryOptions({
    queryKey: key(session, 'materials', bookId),
    queryFn: (from) => lectures.listBookSupplementaryMaterials({ query: { book_id: bookId }, from }),
    meta: { isOwnPart: true },
  });

export const categoriesQuery = () =>
  queryOptions({
    queryKey: ['catalogue', 'categories'],
    queryFn: (from) => client.listCategories({ from }),
    staleTime: 600_000,
  });

export const packagesQuery = (session: Session | null, page = 1, items: number = PAGE_SIZE.books) =>
  queryOptions({
    queryKey: key(session, 'packages', page, items),
    queryFn: (from) => client.listPackages({ query: { page, items }, from }),
    placeholderData: keepPreviousData,
  });

export const packageQuery = (session: Session | null, id: string) =>
  queryOptions({
    queryKey: key(session, 'package', id),
    queryFn: (from) => client.getPackage({ params: { id }, from }),
  });

export const institutionBooksQuery = (session: Session | null, page: number) =>
  queryOptions({
    queryKey: key(session, 'institution', page),
    queryFn: (from) =>
      client.listInstitutionBooks({ query: { page, items: PAGE_SIZE.institutionBooks }, from }),
    placeholderData: keepPreviousData,
  });

export const ownBooksQuery = (session: Session | null, page: number) =>
  queryOptions({
    queryKey: key(session, 'own', page),
    queryFn: (from) => client.listOwnBooks({ query: { page, items: PAGE_SIZE.subscribedBooks }, from }),
    placeholderData: keepPreviousData,
  });

export const startedBooksQuery = (session: Session | null) =>
  queryOptions({
    queryKey: key(session, 'started'),
    queryFn: (from) => client.listStartedBooks({ query: { items: 3 }, from }),
    meta: { isOwnPart: true },
    enabled: session?.role === 'customer',
  });

/** Shortest term that is looked for. */
export const SEARCH_MIN_LENGTH = 2;

export const searchQuery = (session: Session | null, term: string) =>
  queryOptions({
    queryKey: key(session, 'search', term),
    queryFn: (from) => client.searchCatalogue({ query: { search_term: term }, from }),
    enabled: term.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

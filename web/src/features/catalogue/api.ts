import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CatalogueEndpoints } from '@vesalius/contract/catalogue';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { LecturesEndpoints } from '@vesalius/contract/lectures';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { allPages } from '../../lib/all-pages.ts';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf, viewerOf } from '../../lib/query-keys.ts';
import type { Session } from '../../lib/stored-session.ts';
import { canSubscribe } from '../../product/buyers.ts';

const client = clientFor<CatalogueEndpoints>(catalogueCalls);
const lectures = clientFor<LecturesEndpoints>(lecturesCalls);

/**
 * Responses differ by user. The server renders what a visitor sees; then the user's own response replaces it. Until it
 * arrives, the visitor's response stays instead of a skeleton (`use-shown.ts`). Queries that exist only for users, with
 * nothing for visitors in their place, are marked with `isOwnPart`.
 */

export type SortingTerm = 'date' | 'price_high' | 'price_low';
export type BookShelf =
  | {
      readonly kind: 'all' | 'assigned';
      readonly category_id?: string;
      readonly language?: string;
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
    queryKey: keyOf('catalogue', 'shelf', viewerOf(session), shelf, page, items),
    queryFn: (from) => {
      if (shelf.kind === 'related')
        return client.listRelatedBooks({ query: { book_id: shelf.book_id, page, items }, from });
      const { kind, ...filters } = shelf;
      const query = { ...filters, page, items };
      if (kind === 'assigned') return client.listAssignedBooks({ query, from });
      return client.listBooks({ query, from });
    },
    placeholderData: keepPreviousData,
  });

export const bookQuery = (session: Session | null, id: string) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'book', viewerOf(session), id),
    queryFn: (from) => client.getBook({ params: { id }, from }),
    // While the user's response loads, the same book as a visitor sees it may be shown, but not another book.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });

/** Featured books include a short text. */
export const featuredQuery = (session: Session | null, page = 1, items: number = PAGE_SIZE.featured) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'featured', viewerOf(session), page, items),
    queryFn: (from) => client.listFeaturedBooks({ query: { page, items }, from }),
    placeholderData: keepPreviousData,
  });

/** Materials that belong to the book's pages, for its list of chapters. */
export const materialsQuery = (session: Session | null, bookId: string) =>
  queryOptions({
    queryKey: keyOf('lectures', 'ofBook', viewerOf(session), bookId),
    queryFn: (from) => lectures.listBookSupplementaryMaterials({ query: { book_id: bookId }, from }),
    meta: { isOwnPart: true },
  });

export const categoriesQuery = () =>
  queryOptions({
    queryKey: keyOf('catalogue', 'categories'),
    queryFn: (from) => client.listCategories({ from }),
    staleTime: 600_000,
  });

export const bookLanguagesQuery = () =>
  queryOptions({
    queryKey: keyOf('catalogue', 'languages'),
    queryFn: (from) => client.listBookLanguages({ from }),
    staleTime: 600_000,
  });

export const packagesQuery = (session: Session | null, page = 1, items: number = PAGE_SIZE.books) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'packages', viewerOf(session), page, items),
    queryFn: (from) => client.listPackages({ query: { page, items }, from }),
    placeholderData: keepPreviousData,
  });

export const packageQuery = (session: Session | null, id: string) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'package', viewerOf(session), id),
    queryFn: (from) => client.getPackage({ params: { id }, from }),
  });

export const institutionBooksQuery = (session: Session | null, page: number) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'institutionBooks', viewerOf(session), page),
    queryFn: (from) =>
      client.listInstitutionBooks({ query: { page, items: PAGE_SIZE.institutionBooks }, from }),
    placeholderData: keepPreviousData,
  });

export const ownBooksQuery = (session: Session | null, page: number) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'ownBooks', viewerOf(session), page),
    queryFn: (from) => client.listOwnBooks({ query: { page, items: PAGE_SIZE.subscribedBooks }, from }),
    placeholderData: keepPreviousData,
  });

/** Books that the reader has without a purchase of their own: through a program, for example. */
export const booksHeldOtherwiseQuery = (session: Session | null) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'heldOtherwise', viewerOf(session)),
    queryFn: async (from) => {
      const books = await allPages((query) => client.listOwnBooks({ query, from }));
      return books.filter(({ hold }) => hold && hold.by !== 'subscription' && hold.by !== 'package');
    },
    enabled: canSubscribe(session?.role ?? null) && session !== null,
  });

export const startedBooksQuery = (session: Session | null) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'startedBooks', viewerOf(session)),
    queryFn: (from) => client.listStartedBooks({ query: { items: 3 }, from }),
    meta: { isOwnPart: true },
    enabled: session?.role === 'customer',
  });

/** The shortest search term. */
export const SEARCH_MIN_LENGTH = 2;

export const searchQuery = (session: Session | null, term: string) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'search', viewerOf(session), term),
    queryFn: (from) => client.searchCatalogue({ query: { search_term: term }, from }),
    enabled: term.length >= SEARCH_MIN_LENGTH,
    placeholderData: keepPreviousData,
  });

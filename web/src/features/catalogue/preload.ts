import type { QueryClient } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import { prefetch } from '../../lib/query-client.ts';
import { getSession } from '../../lib/session.ts';
import {
  bookLanguagesQuery,
  bookQuery,
  categoriesQuery,
  featuredQuery,
  NEWEST,
  packageQuery,
  packagesQuery,
  shelfQuery,
} from './api.ts';
import { LISTING_PAGE, readFilters, shelfOf } from './listing-filters.ts';

/* Queries that each public page starts before it renders; the server waits for them. */

export const preloadLanding = (client: QueryClient) => {
  const session = getSession();
  return Promise.all([
    prefetch(client, featuredQuery(session)),
    prefetch(client, shelfQuery(session, { kind: 'all' }, 1, NEWEST)),
    prefetch(client, packagesQuery(session, 1, 4)),
    prefetch(client, categoriesQuery()),
  ]);
};

export const preloadListing = (client: QueryClient, search: URLSearchParams) => {
  const session = getSession();
  const shelf = shelfOf(readFilters(search));
  return Promise.all([
    shelf
      ? prefetch(client, shelfQuery(session, shelf, 1, LISTING_PAGE))
      : prefetch(client, featuredQuery(session, 1, PAGE_SIZE.maximum)),
    prefetch(client, categoriesQuery()),
    prefetch(client, bookLanguagesQuery()),
  ]);
};

export const preloadPackages = (client: QueryClient, page: number) =>
  prefetch(client, packagesQuery(getSession(), page));

export const preloadPackage = (client: QueryClient, id: string) =>
  prefetch(client, packageQuery(getSession(), id));

export const preloadProfile = (client: QueryClient, id: string) => {
  const session = getSession();
  return Promise.all([
    prefetch(client, bookQuery(session, id)),
    prefetch(client, shelfQuery(session, { kind: 'related', book_id: id }, 1, 5)),
  ]);
};

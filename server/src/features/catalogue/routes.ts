import { wholeList } from '@vesalius/contract/atoms';
import { catalogueEndpoints } from '@vesalius/contract/catalogue';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import { mount } from '../accounts/mount.ts';
import { recordUsage } from '../institutions/record-usage.ts';
import * as lists from './book-list-queries.ts';
import { getBook } from './get-book.ts';
import { withHolds } from './holds.ts';
import { asSeenBy } from './list-books.ts';
import { packagesAsSeenBy } from './list-packages.ts';
import { listStartedBooks } from './list-started-books.ts';
import { findPackage, listPackages } from './package-queries.ts';
import { PublicCache } from './public-cache.ts';
import { searchCatalogue } from './search-catalogue.ts';
import { registerSitemap } from './sitemap.ts';
import { summaryOf } from './summary.ts';

export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, readDelayed } = deps;
  const cache = new PublicCache(clock, deps.config.CATALOGUE_CACHE_SECONDS);
  registerSitemap(app, deps);
  mount(app, deps, catalogueEndpoints, {
    listBooks: async ({ actor, query }) => {
      const { page, items = PAGE_SIZE.books } = query;
      const now = clock.now();
      const key = `books ${JSON.stringify([query.search_term, query.category_id, query.language, query.sorting_term, page, items])}`;
      const list = await cache.get(key, () =>
        readDelayed((delayed) => lists.listShopBooks(delayed, query, sliceOf(page, items), now)),
      );
      return asSeenBy(db, actor, list, { page, items, now });
    },
    getBook: async ({ actor, portal, params }) => {
      const book = await getBook({ db, cache, now: clock.now() }, { actor, portal, bookId: params.id });
      await recordUsage(deps, actor, { bookId: params.id, kind: 'investigation' });
      return book;
    },
    listFeaturedBooks: async ({ actor, query: { page, items = PAGE_SIZE.featured } }) => {
      const now = clock.now();
      const list = await cache.get(`featured ${page} ${items}`, () =>
        readDelayed((delayed) => lists.listFeaturedBooks(delayed, sliceOf(page, items), now)),
      );
      const seen = await asSeenBy(db, actor, list, { page, items, now });
      return {
        ...seen,
        data: seen.data.map((book, index) => ({
          ...book,
          summary: summaryOf(list.rows[index]?.summary ?? ''),
        })),
      };
    },
    listRelatedBooks: async ({ actor, query: { book_id, page, items = PAGE_SIZE.related } }) => {
      const now = clock.now();
      const list = await cache.get(`related ${book_id} ${page} ${items}`, () =>
        readDelayed((delayed) => lists.listRelatedBooks(delayed, book_id, sliceOf(page, items), now)),
      );
      return asSeenBy(db, actor, list, { page, items, now });
    },
    listAssignedBooks: async ({ actor, query }) => {
      const { page, items = PAGE_SIZE.books } = query;
      const list = await lists.listAssignedBooks(db, actor, query, sliceOf(page, items));
      return asSeenBy(db, actor, list, { page, items, now: clock.now() });
    },
    listInstitutionBooks: async ({ actor, query: { page, items = PAGE_SIZE.institutionBooks } }) => {
      demand(actor.institutionIds.length > 0, 'not_allowed');
      const now = clock.now();
      const list = await lists.listInstitutionBooks(db, actor, sliceOf(page, items), now);
      return asSeenBy(db, actor, list, { page, items, now });
    },
    listOwnBooks: async ({ actor, query: { page, items = PAGE_SIZE.subscribedBooks } }) => {
      const now = clock.now();
      const list = await lists.listOwnBooks(db, actor, sliceOf(page, items), now);
      const seen = await asSeenBy(db, actor, list, { page, items, now });
      return { ...seen, data: await withHolds(db, actor, seen.data, now) };
    },
    listStartedBooks: ({ actor, query: { page, items = PAGE_SIZE.featured } }) =>
      listStartedBooks(db, actor, { page, items, now: clock.now() }),
    searchCatalogue: ({ actor, query }) => searchCatalogue(deps, actor, query.search_term),
    listCategories: async () => {
      const data = await cache.get('categories', () =>
        readDelayed((delayed) => lists.listCategories(delayed, clock.now())),
      );
      return wholeList(data);
    },
    listBookLanguages: async () => {
      const data = await cache.get('languages', () =>
        readDelayed((delayed) => lists.listBookLanguages(delayed, clock.now())),
      );
      return wholeList(data);
    },
    listPackages: async ({ actor, query: { page, items = PAGE_SIZE.books } }) => {
      const now = clock.now();
      const { rows, count } = await cache.get(`packages ${page} ${items}`, () =>
        readDelayed((delayed) => listPackages(delayed, sliceOf(page, items), now)),
      );
      return {
        data: await packagesAsSeenBy(db, actor, rows, now),
        metadata: metadataOf(count, page, items),
      };
    },
    getPackage: async ({ actor, params }) => {
      const now = clock.now();
      const rows = await cache.get(`package ${params.id}`, () => findPackage(db, params.id, now));
      const [found] = await packagesAsSeenBy(db, actor, rows, now);
      demand(found, 'not_found');
      return found;
    },
  });
}

import { useQuery } from '@tanstack/react-query';
import type { BookCard } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import type { Session } from '../../lib/stored-session.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { type BookShelf, categoriesQuery, shelfQuery } from './api.ts';
import { BookGrid, BookGridSkeleton } from './book-grid.tsx';
import classes from './book-listing.module.css';
import { categoryName } from './category-name.ts';
import { FeaturedList } from './featured-list.tsx';
import { FoundInside } from './found-inside.tsx';
import { forRole, LISTING_PAGE, type ListingFilters, listingAddress, shelfOf } from './listing-filters.ts';
import { ListingToolbar } from './listing-toolbar.tsx';
import { OwnPart } from './own-part.tsx';
import { useAllShown } from './use-shown.ts';

/** The covers of the first row on a phone. On wider screens the others follow at once. */
const EAGER = 2;

/** The library by category, order and search. All filters are in the address. */
export function BookListing({ filters: given }: { filters: ListingFilters }) {
  const filters = forRole(given, useSession()?.role);
  const shelf = shelfOf(filters);
  return shelf ? <ShelfListing filters={filters} shelf={shelf} /> : <FeaturedList filters={filters} />;
}

function ShelfListing({ filters, shelf }: { filters: ListingFilters; shelf: BookShelf }) {
  const { t, i18n } = useTranslation('catalogue');
  const { pages, count, more, isPending, isError, isBroken, retry } = useShelfPages(shelf, filters.page);
  const { data: categories, isError: isWithoutCategories } = useQuery(categoriesQuery());
  const books = pages.flat();
  const title = useTitle(filters);
  const category = categories?.data.find(({ id }) => id === filters.category_id);
  // Space is reserved until the categories are loaded.
  const hasCategories =
    (shelf.kind === 'all' || shelf.kind === 'assigned') &&
    (categories ? categories.data.length > 0 : !isWithoutCategories);
  return (
    <div className="page">
      <ListingToolbar filters={filters} title={title} count={isPending ? null : count} more={more} />
      <OwnPart />
      <div className={classes.columns} data-plain={!hasCategories || undefined}>
        {hasCategories && categories && (
          <nav className={classes.categories} aria-label={t('books.categories')}>
            <ul>
              <li>
                <Link
                  to={listingAddress({ ...filters, category_id: undefined, page: 1 })}
                  aria-current={!category || undefined}
                >
                  {t('books.allCategories')}
                </Link>
              </li>
              {categories.data.map((one) => (
                <li key={one.id}>
                  <Link
                    to={listingAddress({ ...filters, category_id: one.id, page: 1 })}
                    aria-current={one.id === category?.id || undefined}
                  >
                    {categoryName(one, i18n.language)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className={classes.books}>
          {isError ? (
            <FailedState onRetry={retry} />
          ) : isPending ? (
            <BookGridSkeleton count={LISTING_PAGE} />
          ) : count === 0 ? (
            <FoundOrNothing filters={filters} />
          ) : (
            <>
              <BookGrid books={books} eager={EAGER} level={2} />
              {isBroken ? (
                <FailedState onRetry={retry} />
              ) : (
                <More
                  filters={filters}
                  shown={books.length}
                  count={count}
                  more={more}
                  waiting={books.length < Math.min(count, filters.page * LISTING_PAGE)}
                />
              )}
              {searchesInside(filters) && <FoundInside term={filters.search_term} hasBooks nothing={null} />}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** A full-text search covers all books of the shop, so it is not combined with other filters. */
const searchesInside = (filters: ListingFilters): filters is ListingFilters & { search_term: string } =>
  filters.listType === 'all' &&
  filters.category_id === undefined &&
  filters.language === undefined &&
  Boolean(filters.search_term);

function FoundOrNothing({ filters }: { filters: ListingFilters }) {
  const nothing = <NothingListed filters={filters} />;
  return searchesInside(filters) ? (
    <FoundInside term={filters.search_term} hasBooks={false} nothing={nothing} />
  ) : (
    nothing
  );
}

/** Without filters there is nothing to reset: the shop itself is empty. */
function NothingListed({ filters }: { filters: ListingFilters }) {
  const { t } = useTranslation('catalogue');
  const chosen = filters.listType !== 'all' || filters.search_term || filters.category_id || filters.language;
  if (!chosen) return <EmptyState hint={t('books.emptyShop')} />;
  return (
    <EmptyState
      hint={t(
        filters.language
          ? 'books.emptyLanguage'
          : filters.category_id
            ? 'books.emptyHint'
            : 'books.emptyTerm',
      )}
      action={
        <Link className={classes.more} to={paths.books.to()}>
          {t('books.clear')}
        </Link>
      }
    />
  );
}

function useTitle(filters: ListingFilters): string {
  const { t, i18n } = useTranslation('catalogue');
  const session = useSession();
  const { data: categories } = useQuery(categoriesQuery());
  const category = categories?.data.find(({ id }) => id === filters.category_id);
  if (filters.search_term) return t('books.title_search', { term: filters.search_term });
  const view =
    session?.role === 'author'
      ? t('books.titleAuthor')
      : session?.role === 'editor' && t('books.titleEditor');
  if (category) {
    const courses = t('books.title_category', { category: categoryName(category, i18n.language) });
    return view ? t('books.titleOfView', { view, courses }) : courses;
  }
  if (filters.listType === 'related') return t('books.title_related');
  return view || t(`books.title_${filters.listType === 'assigned' ? 'all' : filters.listType}`);
}

/** Loads as many pages as the address says, so that going back shows the same books. */
function useShelfPages(shelf: BookShelf, loaded: number) {
  const results = useAllShown(
    Array.from(
      { length: loaded },
      (_, index) => (viewer: Session | null) => shelfQuery(viewer, shelf, index + 1, LISTING_PAGE),
    ),
  );
  const pages: BookCard[][] = results.map((result) => result.data?.data ?? []);
  const first = results[0];
  return {
    pages,
    count: first?.data?.metadata.count ?? 0,
    more: first?.data?.metadata.more ?? false,
    isPending: !first?.data && !first?.isError,
    isError: first?.isError ?? false,
    /** The first page is loaded, but a later one failed. */
    isBroken: results.some(({ isError }) => isError),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

function More({
  filters,
  shown,
  count,
  more,
  waiting,
}: {
  filters: ListingFilters;
  shown: number;
  count: number;
  more: boolean;
  waiting: boolean;
}) {
  const { t } = useTranslation('catalogue');
  if (waiting) return <BookGridSkeleton count={Math.min(4, count - shown)} />;
  if (shown >= count) return more ? <p className={classes.moreRow}>{t('books.tooMany')}</p> : null;
  return (
    <div className={classes.moreRow}>
      <Link
        className={classes.more}
        to={listingAddress({ ...filters, page: filters.page + 1 })}
        preventScrollReset
        replace
      >
        {t('books.loadMore')}
      </Link>
      <span>{t('books.shown', { shown, count })}</span>
    </div>
  );
}

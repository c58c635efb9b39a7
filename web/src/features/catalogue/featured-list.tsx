import { PAGE_SIZE } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { featuredQuery } from './api.ts';
import { BookGrid, BookGridSkeleton } from './book-grid.tsx';
import classes from './book-listing.module.css';
import type { ListingFilters } from './listing-filters.ts';
import { ListingToolbar } from './listing-toolbar.tsx';
import { OwnPart } from './own-part.tsx';
import { useShown } from './use-shown.ts';

/** All featured books on one page: the publisher selects few. */
export function FeaturedList({ filters }: { filters: ListingFilters }) {
  const { t } = useTranslation('catalogue');
  const { data, isError, refetch } = useShown((viewer) => featuredQuery(viewer, 1, PAGE_SIZE.maximum));
  return (
    <div className="page">
      <ListingToolbar
        filters={filters}
        title={t('books.title_featured')}
        count={data?.metadata.count ?? null}
      />
      <OwnPart />
      <div className={classes.books} style={{ paddingBlock: 16 }}>
        {isError ? (
          <FailedState onRetry={() => void refetch()} />
        ) : !data ? (
          <BookGridSkeleton count={PAGE_SIZE.featured} />
        ) : data.data.length === 0 ? (
          <EmptyState hint={t('books.noFeatured')} />
        ) : (
          <BookGrid books={data.data} eager={5} level={2} />
        )}
        <div className={classes.moreRow} style={{ paddingBottom: 56 }}>
          <Link className={classes.everything} to={paths.books.to()}>
            {t('books.everything')}
          </Link>
        </div>
      </div>
    </div>
  );
}

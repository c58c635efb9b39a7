import type { UseQueryResult } from '@tanstack/react-query';
import type { ListMetadata } from '@vesalius/contract/atoms';
import type { BookCard } from '@vesalius/contract/catalogue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../ui/pager.tsx';
import { FailedState } from '../../ui/states.tsx';
import { LibraryList, LibrarySkeleton } from './library-list.tsx';
import classes from './library-page.module.css';

/** A page of the reader's own books, with all its states. */
export function LibraryPage({
  title,
  intro,
  above,
  query,
  page,
  path,
  pageSize,
  empty,
  refused,
}: {
  title: string;
  intro?: string;
  /** Between the title and the list. */
  above?: ReactNode;
  query: UseQueryResult<{ data: BookCard[]; metadata: ListMetadata }>;
  page: number;
  /** The page's own address; the number of the page is added to it. */
  path: string;
  pageSize: number;
  empty: ReactNode;
  /** Instead of the list, where it is not for the reader. */
  refused?: ReactNode;
}) {
  const { t } = useTranslation('catalogue');
  const { data, isError, error, refetch } = query;
  return (
    <div className={`page ${classes.page}`}>
      <h1 className={classes.title}>{title}</h1>
      {intro && <p className={classes.intro}>{intro}</p>}
      {above}
      <div className={classes.list}>
        {refused !== undefined ? (
          refused
        ) : isError && !data ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LibrarySkeleton count={pageSize} />
        ) : data.data.length === 0 ? (
          empty
        ) : (
          <>
            <LibraryList books={data.data} />
            <Pager
              page={page}
              pages={data.metadata.pages}
              addressOf={(target) => (target === 1 ? path : `${path}?page=${target}`)}
              words={{
                label: t('myBooks.pages'),
                previous: t('myBooks.previous'),
                next: t('myBooks.next'),
                position: t('myBooks.pageOf', { page, pages: data.metadata.pages }),
              }}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** The page of a list from the address; whatever is no page is the first. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

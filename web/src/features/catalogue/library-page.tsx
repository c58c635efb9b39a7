import type { UseQueryResult } from '@tanstack/react-query';
import type { ListMetadata } from '@vesalius/contract/atoms';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../ui/pager.tsx';
import { FailedState } from '../../ui/states.tsx';
import { type LibraryEntry, LibraryList, LibrarySkeleton } from './library-list.tsx';
import classes from './library-page.module.css';

/** A page of the reader's own books, in all its states. */
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
  query: UseQueryResult<{ data: LibraryEntry[]; metadata: ListMetadata }>;
  page: number;
  /** The page's address; the page number is added to it. */
  path: string;
  pageSize: number;
  empty: ReactNode;
  /** Shown instead of the list if the user may not see it. */
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

/** The page number from the address; an invalid one counts as 1. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

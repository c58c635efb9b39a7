import { PAGE_SIZE } from '@vesalius/contract/constants';
import { ChevronLeft, ChevronRight } from 'lucide';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { FailedState } from '../../ui/states.tsx';
import { shelfQuery } from './api.ts';
import { BookRow } from './book-grid.tsx';
import classes from './related-books.module.css';
import { Section } from './section.tsx';
import { useShown } from './use-shown.ts';

/** Five related books at a time. Renders nothing if there are none. */
export function RelatedBooks({ bookId }: { bookId: string }) {
  const { t } = useTranslation('catalogue');
  const [page, setPage] = useState(1);
  const { data, isError, error, refetch } = useShown((viewer) =>
    shelfQuery(viewer, { kind: 'related', book_id: bookId }, page, PAGE_SIZE.related),
  );
  if (isError)
    return (
      <Section title={t('profile.related')}>
        <FailedState error={error} onRetry={() => void refetch()} />
      </Section>
    );
  if (!data?.metadata.count) return null;
  const { pages } = data.metadata;
  const step = (by: number, label: 'previousBooks' | 'nextBooks') => (
    <button
      type="button"
      className={classes.step}
      aria-label={t(`profile.${label}`)}
      disabled={page + by < 1 || page + by > pages}
      onClick={() => setPage(page + by)}
    >
      <Icon icon={by < 0 ? ChevronLeft : ChevronRight} />
    </button>
  );
  return (
    <Section
      title={t('profile.related')}
      more={
        pages > 1
          ? { to: paths.books.to({ listType: 'related', bookId }), label: t('books.everything') }
          : undefined
      }
    >
      <BookRow books={data.data} />
      {pages > 1 && (
        <div className={classes.steps}>
          {step(-1, 'previousBooks')}
          <span>{t('myBooks.pageOf', { page, pages })}</span>
          {step(1, 'nextBooks')}
        </div>
      )}
    </Section>
  );
}

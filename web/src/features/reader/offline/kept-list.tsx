import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSize } from '../../../lib/format-size.ts';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { useSession } from '../../../lib/session.ts';
import buttons from '../../../ui/buttons.module.css';
import { idbStore as store } from './idb-store.ts';
import { remove } from './keeper.ts';
import type { KeptBook } from './kept-book.ts';
import { licenceState } from './licence-clock.ts';
import classes from './offline.module.css';

/** The books on this device with their sizes. Renders nothing if there are none. */
export default function KeptList({ bookLink }: { bookLink: (bookId: string) => string }) {
  const { t, i18n } = useTranslation('offline');
  const queryClient = useQueryClient();
  const userId = useSession()?.userId;
  const queryKey = keyOf('reader', 'offlineBooks', userId);
  const { data: books = [] } = useQuery({
    queryKey,
    queryFn: async () => (await store.books()).filter((book) => book.userId === userId),
    staleTime: 0,
  });
  if (books.length === 0) return null;
  const total = books.reduce((sum, book) => sum + book.bytes, 0);
  return (
    <section className={classes.kept} aria-labelledby="kept-books">
      <h2 id="kept-books">{t('list.title')}</h2>
      <p>{t('list.total', { count: books.length, size: formatSize(total, i18n.language) })}</p>
      <ul>
        {books.map((book) => (
          <li key={book.bookId}>
            <div>
              <Link className={classes.title} to={bookLink(book.bookId)} dir="auto">
                {book.title}
              </Link>
              <Facts book={book} />
            </div>
            <span className={classes.acts}>
              <Link
                className={`${buttons.secondary} ${buttons.small}`}
                to={bookLink(book.bookId)}
                aria-label={t('list.openOne', { title: book.title })}
              >
                {t('list.open')}
              </Link>
              <button
                type="button"
                className={`${buttons.quiet} ${buttons.small}`}
                aria-label={t('list.remove', { title: book.title })}
                onClick={() =>
                  void remove(book.bookId).then(() => queryClient.invalidateQueries({ queryKey }))
                }
              >
                {t('kept.remove')}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ book }: { book: KeptBook }) {
  const { t, i18n } = useTranslation('offline');
  const size = formatSize(book.bytes, i18n.language);
  const state = licenceState(book, Date.now());
  const done = formatNumber(book.pagesDone, i18n.language);
  const text =
    state !== 'open'
      ? t('list.closed', { size })
      : book.state === 'kept'
        ? t('list.kept', { size, date: formatDate(new Date(book.validUntil).toISOString(), i18n.language) })
        : t('progress.pages', { done, total: formatNumber(book.pages, i18n.language), size });
  return <span className={classes.facts}>{text}</span>;
}

import type { BookDetail } from '@vesalius/contract/catalogue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { BookCover } from './book-cover.tsx';
import { BookStatistics } from './book-statistics.tsx';
import { categoryName } from './category-name.ts';
import classes from './profile-head.module.css';

/** Cover, title, facts and actions (`children`). */
export function ProfileHead({ book, children }: { book: BookDetail; children: ReactNode }) {
  const { t, i18n } = useTranslation('catalogue');
  const { language } = i18n;
  const old = book.old_version_book;
  return (
    <header className={classes.head}>
      <div className={`page ${classes.inner}`}>
        <div className={classes.cover}>
          <BookCover
            picture={book}
            title={book.title}
            alt={t('profile.coverOf', { title: book.title })}
            sizes="(max-width: 768px) 52vw, 320px"
            eager
          />
        </div>
        <div className={classes.facts}>
          <Link className={classes.category} to={paths.books.to({ category_id: book.category.id })}>
            {categoryName(book.category, language)}
          </Link>
          <h1 className={classes.title} dir="auto" data-long={book.title.length > 70 || undefined}>
            {book.title}
          </h1>
          <p className={classes.author} dir="auto">
            {book.author}
          </p>
          <p className={classes.released}>
            {t('profile.released', { date: formatDate(book.release_date, language) })} ·{' '}
            <bdi>{book.edition}</bdi>
          </p>
          <BookStatistics book={book} />
          {old?.deprecation === 'pending' && (
            <p className={classes.edition}>
              <Link to={paths.bookProfile.to(old.id)}>{t('profile.oldVersion')}</Link>{' '}
              {t('profile.oldVersionUntil', { date: formatDate(old.deprecation_date, language) })}
            </p>
          )}
          {book.new_version_book && (
            <p className={classes.edition}>
              {t('profile.replaced')}{' '}
              <Link to={paths.bookProfile.to(book.new_version_book.id)}>{t('profile.newVersion')}</Link>
            </p>
          )}
          {book.is_withdrawn && (
            <p className={classes.edition}>
              {t(book.has_access ? 'profile.withdrawnKept' : 'profile.withdrawn')}
            </p>
          )}
          {children}
        </div>
      </div>
    </header>
  );
}

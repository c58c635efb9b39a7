import type { HeldBook } from '@vesalius/contract/catalogue-parts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { HoldText } from './book-hold.tsx';
import classes from './held-list.module.css';

/** The books of a bundle that the reader can read already, each with the way and a link. If it is all, the page says so. */
export function HeldList({ books, of }: { books: readonly HeldBook[]; of: number }) {
  const { t } = useTranslation('shell');
  if (books.length === 0) return null;
  return (
    <div className={classes.held}>
      {books.length < of && <p>{t('hold.some', { count: books.length, of })}</p>}
      <ul>
        {books.map(({ id, title, hold, continue_page: page }) => (
          <li key={id}>
            <Link to={paths.bookViewer.to(id, page ?? undefined)}>
              <bdi>{title}</bdi>
            </Link>
            <span>
              <HoldText hold={hold} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { Topic } from '@vesalius/contract/discussions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import classes from './topic-details.module.css';

/** The way to the page of a book that somebody speaks of. */
export function PageLink({ link }: { link: Topic['page_link'] }) {
  const { t } = useTranslation('discussions');
  if (!link) return null;
  return (
    <Link to={paths.bookViewer.to(link.book_id, link.page)} className={classes.pageLink}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M3.5 2.5h9v11h-9zM6 5.5h4M6 8h4" />
      </svg>
      {t('details.linked', { title: link.book_title, page: link.page })}
    </Link>
  );
}

import type { Topic } from '@vesalius/contract/discussions';
import { FileText } from 'lucide';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './topic-details.module.css';

/** A link to the book page that a topic is about. */
export function PageLink({ link }: { link: Topic['page_link'] }) {
  const { t } = useTranslation('discussions');
  if (!link) return null;
  return (
    <Link to={paths.bookViewer.to(link.book_id, link.page)} className={classes.pageLink}>
      <Icon icon={FileText} size={16} weight={1.3} />
      {t('details.linked', { title: link.book_title, page: link.page })}
    </Link>
  );
}

import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';

/** How a book gets reviewers: for staff the way to the page where they are named, for others who names them. */
export function WhoNames({ workId }: { workId: string }) {
  const { t } = useTranslation('publishing');
  if (useSession()?.role !== 'staff') return t('review.staffName');
  return <Link to={paths.adminBook.to(workId)}>{t('review.nameThem')}</Link>;
}

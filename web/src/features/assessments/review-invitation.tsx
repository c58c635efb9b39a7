import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reviewOptions } from './api.ts';
import classes from './review-invitation.module.css';

/** A line that leads to the review when something is due; nothing otherwise. For customers: only they have one. */
export default function ReviewInvitation({ to }: { to: string }) {
  const { t } = useTranslation('assessments');
  const { data } = useQuery(reviewOptions());
  if (!data?.number_due) return null;
  return (
    <aside className={classes.invitation} aria-label={t('review.title')}>
      <p>
        <strong>{t('review.dueCount', { count: data.number_due })}</strong>
        <span>{t('review.intro')}</span>
      </p>
      <Link to={to}>{t('review.begin')}</Link>
    </aside>
  );
}

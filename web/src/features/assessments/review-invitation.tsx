import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reviewOptions } from './api.ts';
import { dueSentences } from './due-sentences.ts';
import classes from './review-invitation.module.css';

/** A link to the review if questions are due; otherwise nothing. For customers only: no other role has a review. */
export default function ReviewInvitation({ to }: { to: string }) {
  const { t } = useTranslation('assessments');
  const { data } = useQuery(reviewOptions());
  if (!data || data.number_due + data.number_of_due_cards === 0) return null;
  return (
    <aside className={classes.invitation} aria-label={t('review.title')}>
      <p>
        <strong>{dueSentences(data, t)}</strong>
        <span>{t('review.intro')}</span>
      </p>
      <Link to={to}>{t('review.begin')}</Link>
    </aside>
  );
}

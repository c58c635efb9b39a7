import { useQuery } from '@tanstack/react-query';
import type { WorkRow } from '@vesalius/contract/studio';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import buttons from '../../../ui/buttons.module.css';
import { worksOptions } from '../api.ts';
import { useDueText } from './due-text.ts';
import classes from './review.module.css';

/**
 * The books that the user was asked to review: what is asked, until when, and the way there. The home page has no component
 * library.
 */
export default function AskedReviews() {
  const { t } = useTranslation('publishing');
  const id = useId();
  const { data } = useQuery(worksOptions({ page: 1, search_term: undefined }));
  const asked = data?.data.filter(({ review }) => review?.asks_caller) ?? [];
  if (asked.length === 0) return null;
  return (
    <section className={classes.asked} aria-labelledby={id}>
      <h2 id={id}>{t('review.forYou')}</h2>
      <ul>
        {asked.map((work) => (
          <AskedReview key={work.id} work={work} />
        ))}
      </ul>
    </section>
  );
}

function AskedReview({ work: { id, title, slug, edition, review } }: { work: WorkRow }) {
  const { t } = useTranslation('publishing');
  const dueText = useDueText();
  if (!review) return null;
  const name = title ?? slug ?? '';
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        {edition && (
          <small>
            <bdi>{edition}</bdi>
          </small>
        )}
      </p>
      <p className={classes.hint}>
        {[
          ...(review.asked_by ? [t('review.askedByName', { name: review.asked_by })] : []),
          dueText(review),
        ].join(t('review.separator'))}
      </p>
      {review.note && (
        <p dir="auto" className={classes.note}>
          {review.note}
        </p>
      )}
      <Link
        className={buttons.primary}
        to={paths.studioPreview.to(id)}
        aria-label={t('review.beginOf', { name })}
      >
        {t('review.begin')}
      </Link>
    </li>
  );
}

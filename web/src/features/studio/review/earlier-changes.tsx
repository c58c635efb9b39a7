import type { WorkReview } from '@vesalius/contract/work-review';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import classes from './review.module.css';

/** Requests for changes that have ended: who asked for what, and what ended it. */
export function EarlierChanges({ requests }: { requests: WorkReview['earlier_changes_asked'] }) {
  const { t, i18n } = useTranslation('publishing');
  const id = useId();
  if (requests.length === 0) return null;
  const timeOf = (at: string) => formatDateTime(at, i18n.language);
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{t('asked.earlier')}</h2>
      <ul className={classes.people}>
        {requests.map((each) => (
          <li key={each.id}>
            <p>
              <bdi>{each.name}</bdi> <small className={classes.hint}>{t(`review.roles.${each.role}`)}</small>
            </p>
            <p dir="auto" className={classes.note}>
              {each.text}
            </p>
            <p className={classes.hint}>
              {t('asked.of', { version: each.version, time: timeOf(each.asked_at) })}
            </p>
            <p className={classes.hint}>
              {t(`asked.endedBy.${each.ended_by}`, { time: timeOf(each.ended_at) })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

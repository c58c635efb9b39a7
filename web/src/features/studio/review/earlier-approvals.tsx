import type { WorkReview } from '@vesalius/contract/work-review';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import classes from './review.module.css';

type Earlier = WorkReview['earlier_approvals'][number];

/** The approvals that do not count any more: who approved what when, and which of its files are others now. */
export function EarlierApprovals({ approvals }: { approvals: readonly Earlier[] }) {
  const { t } = useTranslation('publishing');
  const id = useId();
  if (approvals.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{t('approval.earlier')}</h2>
      <ul className={classes.people}>
        {approvals.map((each) => (
          <li key={each.id}>
            <Line approval={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({
  approval: { name, role, version, given_at, withdrawn_at, changed_files },
}: {
  approval: Earlier;
}) {
  const { t, i18n } = useTranslation('publishing');
  const timeOf = (at: string) => formatDateTime(at, i18n.language);
  return (
    <>
      <p>
        <bdi>{name}</bdi> <small className={classes.hint}>{t(`review.roles.${role}`)}</small>
      </p>
      <p className={classes.hint}>{t('approval.gave', { version, time: timeOf(given_at) })}</p>
      {withdrawn_at && (
        <p className={classes.hint}>{t('approval.tookBack', { time: timeOf(withdrawn_at) })}</p>
      )}
      {changed_files && changed_files.length > 0 && (
        <p className={classes.hint}>
          {t('approval.changedFiles')} <bdi>{changed_files.join(t('review.separator'))}</bdi>
        </p>
      )}
    </>
  );
}

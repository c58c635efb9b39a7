import type { PendingCertificate } from '@vesalius/contract/certificates';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './certificate-list.module.css';

/** Certificates that are begun: what is missing, and the way there. The test's result also offers the survey. */
export function PendingCertificates({
  pending,
  testLink,
}: {
  pending: readonly PendingCertificate[];
  testLink: (bookId: string) => string;
}) {
  const { t } = useTranslation('certificates');
  if (pending.length === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="pending-certificates">
      <h2 id="pending-certificates">{t('pending.title')}</h2>
      <ul>
        {pending.map(({ book_id: id, book_title: title, missing }) => (
          <li key={id}>
            <bdi>{title}</bdi>
            <span>
              {missing.map((step) => t(`pending.${step}`, { percent: CERTIFICATE_MIN_PERCENT })).join(' · ')}
            </span>
            <Link to={testLink(id)} aria-label={`${t(toDo(missing))}: ${title}`}>
              {t(toDo(missing))}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const toDo = (missing: PendingCertificate['missing']) =>
  missing.includes('final_test') ? 'pending.toTest' : 'pending.toSurvey';

import type { PendingCertificate } from '@vesalius/contract/certificates';
import { useTranslation } from 'react-i18next';
import classes from './certificate-list.module.css';
import { MissingSteps, type StepLinks } from './missing-steps.tsx';

/** Certificates in progress: what is missing, with links. The test's result also offers the survey. */
export function PendingCertificates({
  pending,
  links,
}: {
  pending: readonly PendingCertificate[];
  links: StepLinks;
}) {
  const { t } = useTranslation('certificates');
  if (pending.length === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="pending-certificates">
      <h2 id="pending-certificates">{t('pending.title')}</h2>
      <ul>
        {pending.map(({ book_id: id, book_title: title, ...state }) => (
          <li key={id}>
            <bdi>{title}</bdi>
            <MissingSteps bookId={id} title={title} state={state} links={links} />
          </li>
        ))}
      </ul>
    </section>
  );
}

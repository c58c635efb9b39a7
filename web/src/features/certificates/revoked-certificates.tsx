import type { RevokedCertificate } from '@vesalius/contract/certificates';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import classes from './certificate-list.module.css';

/** Certificates that are no longer valid: since when, and why, as in the letter about it. */
export function RevokedCertificates({ revoked }: { revoked: readonly RevokedCertificate[] }) {
  const { t, i18n } = useTranslation('certificates');
  if (revoked.length === 0) return null;
  return (
    <section className={classes.pending} aria-labelledby="revoked-certificates">
      <h2 id="revoked-certificates">{t('revoked.title')}</h2>
      <ul>
        {revoked.map((each) => (
          <li key={each.id}>
            <bdi>{each.book_title}</bdi> ({t(`kinds.${each.certificate_type}`)},{' '}
            <bdi>{each.certificate_unique_id}</bdi>)
            <p>
              {t('revoked.since', { date: formatDate(each.revoked_at, i18n.language) })}
              {each.reason && (
                <>
                  {' '}
                  {t('revoked.reason')} <bdi>{each.reason}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <p>
        {t('revoked.wrong')} <Link to={paths.contact.to()}>{t('revoked.write')}</Link>
      </p>
    </section>
  );
}

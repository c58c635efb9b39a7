import { CERTIFICATE_MIN_PERCENT, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './final-test.module.css';

/** Shown before the final test: the marks for passing and for the certificate. */
export function TwoMarks({
  hasCertificate,
  alsoRequired,
}: {
  hasCertificate: boolean;
  /** The other requirements of the certificate. */
  alsoRequired?: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  return (
    <section>
      <h2 className={classes.marksTitle}>{t('finalTest.marksTitle')}</h2>
      <ul className={classes.marks}>
        <li className={classes.mark} data-kind="pass">
          <strong>{t('finalTest.passMark', { percent: PASS_ABOVE_RATIO * 100 })}</strong>
          <span>{t('finalTest.passMarkHint')}</span>
        </li>
        {hasCertificate && (
          <li className={classes.mark} data-kind="certificate">
            <strong>{t('finalTest.certificateMark', { percent: CERTIFICATE_MIN_PERCENT })}</strong>
            {alsoRequired ? (
              <>
                <span>{t('finalTest.certificateAlso')}</span>
                {alsoRequired}
              </>
            ) : (
              <span>{t('finalTest.certificateMarkHint')}</span>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

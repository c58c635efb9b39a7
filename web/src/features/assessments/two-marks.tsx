import { CERTIFICATE_MIN_PERCENT, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './final-test.module.css';

/** The book's survey, which belongs to its certificate. */
export type SurveyState = 'none' | 'open' | 'answered';

const SURVEY_WORDS = {
  none: 'finalTest.certificateAlone',
  open: 'finalTest.certificateWithSurvey',
  answered: 'finalTest.certificateSurveyAnswered',
} as const;

/** Shown before the final test: the marks for passing and for the certificate. */
export function TwoMarks({
  hasCertificate,
  survey,
  alsoRequired,
}: {
  hasCertificate: boolean;
  /** Undefined = not known yet. */
  survey: SurveyState | undefined;
  /** The other requirements of the certificate. */
  alsoRequired?: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  return (
    <section>
      <h2 className={classes.marksTitle}>{t('finalTest.marksTitle')}</h2>
      <ul className={classes.marks}>
        <li className={classes.mark} data-kind="pass">
          <strong>
            {t(hasCertificate ? 'finalTest.passOnly' : 'finalTest.passMark', {
              percent: PASS_ABOVE_RATIO * 100,
              certificate: CERTIFICATE_MIN_PERCENT,
            })}
          </strong>
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
              survey && <span>{t(SURVEY_WORDS[survey])}</span>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

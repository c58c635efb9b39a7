import { Anchor, Badge, Button, Text } from '@mantine/core';
import type { FinalTest, FinalTestAttempt } from '@vesalius/contract/assessments-questions';
import { CERTIFICATE_MIN_PERCENT, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../lib/formats.ts';
import { Mark } from '../../product/marks.tsx';
import classes from './final-test.module.css';
import { ScoreRing } from './score-ring.tsx';

export interface ResultLinks {
  readonly retake: string;
  readonly view: (attempt: number) => string;
  readonly book: string;
  readonly certificates: string;
}

/** The attempt's result, its meaning for the certificate, and the next steps: retake, view, back to the book. */
export function FinalTestResult({
  test,
  links,
  openSurvey,
  stillMissing,
  certificateEarned,
}: {
  test: FinalTest;
  links: ResultLinks;
  /** Present if the final test is done and the survey is open. */
  openSurvey?: (() => void) | undefined;
  /** The other requirements of the certificate that are missing. */
  stillMissing?: ReactNode;
  certificateEarned: boolean;
}) {
  const { t, i18n } = useTranslation('assessments');
  const shown = test.attempts.find(({ number }) => number === test.user_answers?.number) ?? test.attempts[0];
  if (!shown) return null;
  const pass = PASS_ABOVE_RATIO * 100;
  // The best attempt counts, also after a weaker one.
  const best = test.attempts.find((each) => each.best) ?? shown;
  const missing = Math.ceil((best.total * CERTIFICATE_MIN_PERCENT) / 100) - best.score;
  return (
    <>
      <div className={classes.hero} role="status">
        <ScoreRing
          percent={shown.percentage}
          size={168}
          marks={test.has_certificate ? [pass, CERTIFICATE_MIN_PERCENT] : [pass]}
          label={t('finalTest.scale', {
            percent: shown.percentage,
            pass,
            certificate: CERTIFICATE_MIN_PERCENT,
          })}
        />
        <div>
          <p className={classes.figure}>{t('points', { score: shown.score, total: shown.total })}</p>
          {best.number !== shown.number && (
            <p>{t('finalTest.bestCounts', { score: best.score, total: best.total })}</p>
          )}
          <div className={classes.verdicts}>
            <Verdict good={best.passed}>
              {t(best.passed ? 'finalTest.passed' : 'finalTest.notPassed')}
            </Verdict>
            {test.has_certificate && (
              <Verdict good={best.reaches_certificate}>
                {best.reaches_certificate
                  ? t('finalTest.reaches')
                  : t('finalTest.reachesNot', { count: missing })}
              </Verdict>
            )}
          </div>
        </div>
      </div>
      {openSurvey && !stillMissing && (
        <Text mt="lg" fw={550}>
          {t('finalTest.toSurvey')}
        </Text>
      )}
      {stillMissing && (
        <section className={classes.missing} aria-labelledby="still-missing">
          <h2 id="still-missing" className={classes.marksTitle}>
            {t('finalTest.stillMissing')}
          </h2>
          {stillMissing}
        </section>
      )}
      {test.retake_at && (
        <Text mt="lg">
          {t('finalTest.retakeAt', { time: formatDateTime(test.retake_at, i18n.language) })}
        </Text>
      )}
      <div className={classes.actions}>
        {openSurvey && <Button onClick={openSurvey}>{t('finalTest.answerSurvey')}</Button>}
        {certificateEarned && (
          <Button component={Link} to={links.certificates}>
            {t('finalTest.toCertificate')}
          </Button>
        )}
        {!test.retake_at && (
          <Button component={Link} to={links.retake} variant="default">
            {t('finalTest.retake')}
          </Button>
        )}
        <Button component={Link} to={links.view(shown.number)} variant="default">
          {t('finalTest.view')}
        </Button>
        <Button component={Link} to={links.book} variant="subtle">
          {t('backToBook')}
        </Button>
      </div>
      <Attempts attempts={test.attempts} view={links.view} />
    </>
  );
}

function Verdict({ good, children }: { good: boolean; children: string }) {
  return (
    <span className={classes.verdict} data-good={good || undefined}>
      <Mark name={good ? 'right' : 'forward'} />
      {children}
    </span>
  );
}

function Attempts({
  attempts,
  view,
}: {
  attempts: readonly FinalTestAttempt[];
  view: (attempt: number) => string;
}) {
  const { t, i18n } = useTranslation('assessments');
  return (
    <section className={classes.history}>
      <h2>{t('finalTest.attempts')}</h2>
      <table className={classes.attempts}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('finalTest.columns.attempt')}</th>
            <th scope="col">{t('finalTest.columns.date')}</th>
            <th scope="col">{t('finalTest.columns.score')}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <tr key={attempt.number}>
              <th scope="row">
                <Anchor component={Link} to={view(attempt.number)}>
                  {t('finalTest.attempt', { number: attempt.number })}
                </Anchor>
                {attempt.best && attempt.percentage > 0 && (
                  <Badge className={classes.best} variant="light" color="ochre" size="sm" tt="none">
                    {t('finalTest.best')}
                  </Badge>
                )}
              </th>
              <td>{formatDate(attempt.submitted_at, i18n.language)}</td>
              <td>
                {t('points', { score: attempt.score, total: attempt.total })} ·{' '}
                {t('percent', { value: attempt.percentage })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { Button } from '@mantine/core';
import type { Test } from '@vesalius/contract/assessments-questions';
import { useTranslation } from 'react-i18next';
import classes from './mandatory-note.module.css';
import { isOfChapter, type TurnName } from './opening.ts';

/**
 * Above a mandatory test without answers: that it is mandatory, why, what depends on it, and how to skip it for now.
 */
export function MandatoryNote({
  test,
  turn,
  page,
  certificateRequires,
  onReadOn,
}: {
  test: Test;
  turn: TurnName;
  /** The page on which it opened. */
  page: number | undefined;
  /** Whether the certificate of the book requires its mandatory tests; undefined = it has none, or not known yet. */
  certificateRequires?: boolean | undefined;
  onReadOn: () => void;
}) {
  const { t } = useTranslation('assessments');
  if (!test.is_mandatory) return null;
  return (
    <section className={classes.note} aria-label={t('mandatory')}>
      <p>
        <strong>{t(turn === 'pre' ? 'mandatoryTest.pre' : 'mandatoryTest.post')}</strong>{' '}
        {page !== undefined && !isOfChapter(page, test) && (
          <>{t('mandatoryTest.earlier', { page, from: test.pre_page, to: test.post_page })} </>
        )}
        {t(turn === 'pre' ? 'mandatoryTest.preWhy' : 'mandatoryTest.postWhy', { page: test.post_page })}
        {certificateRequires !== undefined && (
          <> {t(certificateRequires ? 'mandatoryTest.forCertificate' : 'mandatoryTest.notForCertificate')}</>
        )}
      </p>
      <Button variant="default" size="sm" onClick={onReadOn}>
        {t('mandatoryTest.readOn')}
      </Button>
    </section>
  );
}

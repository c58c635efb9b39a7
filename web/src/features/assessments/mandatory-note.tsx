import { Button } from '@mantine/core';
import type { Test } from '@vesalius/contract/assessments-questions';
import { useTranslation } from 'react-i18next';
import classes from './mandatory-note.module.css';
import type { TurnName } from './opening.ts';

/**
 * Above a mandatory test without answers: that it is mandatory, why, what depends on it, and how to skip it for now.
 */
export function MandatoryNote({
  test,
  turn,
  onReadOn,
}: {
  test: Test;
  turn: TurnName;
  onReadOn: () => void;
}) {
  const { t } = useTranslation('assessments');
  if (!test.is_mandatory) return null;
  return (
    <section className={classes.note} aria-label={t('mandatory')}>
      <p>
        <strong>{t(turn === 'pre' ? 'mandatoryTest.pre' : 'mandatoryTest.post')}</strong>{' '}
        {t(turn === 'pre' ? 'mandatoryTest.preWhy' : 'mandatoryTest.postWhy', { page: test.post_page })}
      </p>
      <Button variant="default" size="sm" onClick={onReadOn}>
        {t('mandatoryTest.readOn')}
      </Button>
    </section>
  );
}

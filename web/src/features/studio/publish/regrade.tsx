import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { regradingOptions, releasesApi } from './api.ts';
import classes from './publish.module.css';

/**
 * After the publication of a corrected key: the affected answers, and the offer to regrade them. Empty if there are
 * none.
 */
export function Regrade({ workId, revision }: { workId: string; revision: number }) {
  const { t, i18n } = useTranslation('publishing');
  const [isAsking, setAsking] = useState(false);
  const [isGrading, setGrading] = useState(false);
  const { data, refetch } = useQuery(regradingOptions(workId, String(revision), isGrading));
  const answers = data?.number_of_answers ?? 0;
  const act = useAct(
    () =>
      releasesApi
        .regradeAttempts({ params: { id: workId }, body: { number_of_answers: answers } })
        .finally(() => void refetch()),
    t('regrade.asked'),
    {
      done: () => {
        setAsking(false);
        setGrading(true);
      },
    },
  );
  if (!data || answers === 0) return isGrading ? <p role="status">{t('regrade.done')}</p> : null;
  const number = (value: number) => formatNumber(value, i18n.language);
  const what = t('regrade.what', {
    questions: number(data.number_of_questions),
    answers: number(answers),
    attempts: number(data.number_of_attempts),
  });
  return (
    <div className={classes.regrade}>
      <p>{what}</p>
      {isGrading ? (
        <p role="status">{t('regrade.grading')}</p>
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('regrade.offer')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('regrade.title')}
          confirm={t('regrade.confirm')}
          isHarmless
          isPending={act.isPending}
          onConfirm={() => act.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{what}</p>
          <p>{t('regrade.effect')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StudyReport } from '@vesalius/contract/work-studies';
import { entriesOf, type Fields } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../lib/error-text.ts';
import { formatDateTime } from '../../../../lib/formats.ts';
import { notifyError } from '../../../../ui/notify.ts';
import { FailedState } from '../../../../ui/states.tsx';
import { studyReportOptions, workOptions, workStudiesApi } from '../../api.ts';
import { useForm } from '../../fields/form-context.ts';
import { findingSentence } from '../../publish/finding-sentence.ts';
import { DecisionForm } from './decision-form.tsx';
import classes from './study.module.css';

/** What a study tells of its patient, and what somebody decided about it. */
export function StudyPanel({ study }: { study: Fields }) {
  const { t, i18n } = useTranslation('studies');
  const { t: publishing } = useTranslation('publishing');
  const { workId, mayEdit } = useForm();
  const client = useQueryClient();
  const key = typeof study.key === 'string' ? study.key : '';
  // Another file, or another choice of attributes by somebody else, is another report.
  const fields = JSON.stringify([study.series, study.identifying_attributes, study.kept_attributes]);
  const options = studyReportOptions(workId, key, fields);
  const { data: report, error, refetch } = useQuery(options);
  const keptBefore = new Map(
    entriesOf(study.kept_attributes).map(({ attribute, reason }) => [String(attribute), String(reason)]),
  );
  const [isOpen, open] = useState(false);
  const again = useMutation({
    mutationFn: () => workStudiesApi.reportStudyAgain({ params: { id: workId, key } }),
    onSettled: () => client.invalidateQueries(options),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  if (error && !report) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!report || report.files === 0) return null;
  const { decision, state } = report;
  return (
    <section className={classes.panel} aria-label={t('label')}>
      <h3>{t('label')}</h3>
      {state === 'waiting' && !decision && (
        <p className={classes.busy} role="status">
          <Loader size="xs" aria-hidden="true" /> {t('looking', { count: report.files })}
        </p>
      )}
      {state === 'failed' && !decision && (
        <>
          <p role="alert">
            {report.problems.length === 0 && t('lookFailed')}
            {report.problems.map(({ file, reason }) => {
              const sentence = findingSentence(reason, file, publishing);
              return (
                <bdi key={file} lang={sentence.isEnglish ? 'en' : undefined}>
                  {sentence.text}
                </bdi>
              );
            })}
          </p>
          {mayEdit && (
            <Button variant="default" size="xs" loading={again.isPending} onClick={() => again.mutate()}>
              {t('again')}
            </Button>
          )}
        </>
      )}
      {decision && <Decided decision={decision} />}
      {state === 'ready' && !decision && !mayEdit && <p>{t('undecided')}</p>}
      {state === 'ready' && decision && mayEdit && !isOpen && (
        <Button variant="default" size="xs" onClick={() => open(true)}>
          {t('decideAnew')}
        </Button>
      )}
      {state === 'ready' && mayEdit && (!decision || isOpen) && (
        <DecisionForm
          key={report.content}
          {...{ report, studyKey: key, keptBefore }}
          onDecided={(next) => {
            open(false);
            client.setQueryData(options.queryKey, next);
            void client.invalidateQueries(workOptions(workId));
          }}
        />
      )}
    </section>
  );
}

function Decided({ decision }: { decision: NonNullable<StudyReport['decision']> }) {
  const { t, i18n } = useTranslation('studies');
  const { decided_at: at, decided_by: by, kept } = decision;
  return (
    <div className={classes.decided} role="status">
      <p>
        {at === null
          ? t('decided.released')
          : t(by ? 'decided.by' : 'decided.byNobody', {
              name: by ?? '',
              time: formatDateTime(at, i18n.language),
            })}
      </p>
      {at !== null && kept.length === 0 && <p>{t('decided.allRemoved')}</p>}
      {kept.length > 0 && (
        <>
          <p>{t('decided.kept')}</p>
          <ul>
            {kept.map(({ attribute, reason }) => (
              <li key={attribute}>
                <bdi lang="en">{attribute}</bdi>: <bdi>{reason}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

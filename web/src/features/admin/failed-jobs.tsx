import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/formats.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import classes from './admin.module.css';
import { adminApi, failedJobsOptions } from './api.ts';
import { useAct } from './use-act.ts';

/** Mails and other work that was tried until it made no sense any more. */
export function FailedJobs() {
  const { t, i18n } = useTranslation('admin');
  const { data, isError, refetch } = useQuery(failedJobsOptions);
  const retry = useAct((id: string) => adminApi.retryJob({ params: { id } }));
  if (isError) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  if (data.length === 0) return <EmptyState title={t('jobs.noneTitle')} hint={t('jobs.noneHint')} />;
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <thead>
          <tr>
            <th>{t('jobs.what')}</th>
            <th>{t('jobs.why')}</th>
            <th>{t('jobs.when')}</th>
            <th>
              <span className="visually-hidden">{t('jobs.retry')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((job) => (
            <tr key={job.id}>
              <td>
                <bdi>{job.kind}</bdi>
                <small>{t('jobs.attempts', { count: job.attempts })}</small>
              </td>
              <td>
                <bdi>{job.last_error ?? '–'}</bdi>
              </td>
              <td>{formatDateTime(job.dead_at, i18n.language)}</td>
              <td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${t('jobs.retry')}: ${job.kind}`}
                  loading={retry.isPending && retry.variables === job.id}
                  onClick={() => retry.mutate(job.id)}
                >
                  {t('jobs.retry')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FailedJob } from '@vesalius/contract/admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListBar } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi, failedJobsOptions } from './api.ts';

/** Mails and other jobs that failed on every attempt. */
export function FailedJobs() {
  const { t, i18n } = useTranslation('admin');
  const { page, addressOf } = useAddressFilters([]);
  const query = useQuery(failedJobsOptions(page));
  const [discarding, setDiscarding] = useState<FailedJob | null>(null);
  const retry = useAct((id: string) => adminApi.retryJob({ params: { id } }), t('jobs.retried'));
  const retryAll = useAct(
    () => adminApi.retryAllJobs({}),
    ({ jobs: count }) => t('jobs.retriedAll', { count }),
  );
  const discard = useAct((id: string) => adminApi.discardJob({ params: { id } }), t('jobs.discarded'), {
    done: () => setDiscarding(null),
  });
  const columns: Column<FailedJob>[] = [
    {
      key: 'what',
      label: t('jobs.what'),
      cell: ({ kind, attempts }) => (
        <>
          <bdi dir="ltr">{kind}</bdi>
          <small>{t('jobs.attempts', { count: attempts })}</small>
        </>
      ),
    },
    {
      key: 'person',
      label: t('jobs.person'),
      cell: ({ person }) =>
        person ? (
          <Link to={paths.adminPerson.to(person.id)}>
            <bdi>{person.name}</bdi>
          </Link>
        ) : (
          '–'
        ),
    },
    { key: 'why', label: t('jobs.why'), cell: ({ last_error }) => <bdi>{last_error ?? '–'}</bdi> },
    { key: 'when', label: t('jobs.when'), cell: ({ dead_at }) => formatDateTime(dead_at, i18n.language) },
    {
      key: 'acts',
      label: t('jobs.acts'),
      isUnlabeled: true,
      cell: (job) => (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('jobs.retry')}: ${job.kind}`}
            loading={retry.isPending && retry.variables === job.id}
            onClick={() => retry.mutate(job.id)}
          >
            {t('jobs.retry')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('jobs.discard')}: ${job.kind}`}
            onClick={() => setDiscarding(job)}
          >
            {t('jobs.discard')}
          </Button>
        </Group>
      ),
    },
  ];
  const count = query.data?.metadata.count ?? 0;
  return (
    <>
      {count > 1 && (
        <ListBar>
          <Button variant="default" loading={retryAll.isPending} onClick={() => retryAll.mutate()}>
            {t('jobs.retryAll', { count })}
          </Button>
        </ListBar>
      )}
      <RecordList
        label={t('tab.jobs')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={<EmptyState title={t('jobs.noneTitle')} hint={t('jobs.noneHint')} />}
      />
      {discarding && (
        <ConfirmDialog
          title={t('jobs.discardTitle')}
          confirm={t('jobs.discard')}
          isPending={discard.isPending}
          onConfirm={() => discard.mutate(discarding.id)}
          onClose={() => setDiscarding(null)}
        >
          <bdi dir="ltr">{discarding.kind}</bdi>
          {discarding.person && (
            <>
              {' · '}
              <bdi>{discarding.person.name}</bdi>
            </>
          )}
          <p>{t('jobs.discardText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

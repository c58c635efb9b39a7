import { Badge, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/formats.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { FailedState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { accountsApi, sessionsOptions } from './api.ts';

/** Where one is signed in, with a way to end each, or all but this one. */
export function SessionList() {
  const { t, i18n } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(sessionsOptions);
  const reload = () => queryClient.invalidateQueries({ queryKey: sessionsOptions.queryKey });
  const end = useMutation({
    mutationFn: (id: string) => accountsApi.endSession({ params: { id } }),
    onSettled: reload,
  });
  const endOthers = useMutation({
    mutationFn: () => accountsApi.endOtherSessions({}),
    onSuccess: () => notifySuccess(t('sessions.othersEnded')),
    onSettled: reload,
  });
  if (isError) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={140} mt="md" />;
  return (
    <>
      <ul className={classes.sessions}>
        {data.map((session) => (
          <li key={session.id}>
            <div>
              <div>
                <bdi>{session.device_name || t('sessions.unknownDevice')}</bdi>{' '}
                {session.current && <Badge variant="light">{t('sessions.current')}</Badge>}
              </div>
              <small>
                {t('sessions.lastSeen', { time: formatDateTime(session.last_seen_at, i18n.language) })}
              </small>
            </div>
            {!session.current && (
              <Button
                size="sm"
                variant="default"
                aria-label={`${t('sessions.end')}: ${session.device_name || t('sessions.unknownDevice')}`}
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </>
  );
}

import { Badge, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/formats.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { FailedState } from '../../ui/states.tsx';
import classes from './accounts.module.css';
import { accountsApi, sessionsOptions } from './api.ts';
import { ConfirmPerson } from './confirm-person.tsx';

/** The user's sessions. With the password, the user can end each, or all except this one. */
export function SessionList() {
  const { t, i18n } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const { data, isError, error, refetch } = useQuery(sessionsOptions);
  const reload = () => queryClient.invalidateQueries({ queryKey: keyOf('accounts', 'sessions') });
  const [ending, setEnding] = useState<{ id: string; name: string } | 'others' | null>(null);
  if (isError && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
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
                onClick={() =>
                  setEnding({ id: session.id, name: session.device_name || t('sessions.unknownDevice') })
                }
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button variant="default" onClick={() => setEnding('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      {ending && (
        <ConfirmPerson
          title={t(ending === 'others' ? 'sessions.endOthers' : 'sessions.endTitle')}
          action={t(ending === 'others' ? 'sessions.endOthers' : 'sessions.end')}
          act={(password) =>
            ending === 'others'
              ? accountsApi.endOtherSessions({ body: { password } })
              : accountsApi.endSession({ params: { id: ending.id }, body: { password } })
          }
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            notifySuccess(t(ending === 'others' ? 'sessions.othersEnded' : 'sessions.ended'));
            void reload();
          }}
        >
          {ending === 'others'
            ? t('sessions.endOthersIntro')
            : t('sessions.endIntro', { device: ending.name })}
        </ConfirmPerson>
      )}
    </>
  );
}

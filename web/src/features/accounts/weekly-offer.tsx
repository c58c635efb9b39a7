import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { notifyError } from '../../ui/notify.ts';
import { accountsApi, currentUserOptions } from './api.ts';

/** Offers the weekly letter to a reader who does not get it; the choice is in the profile as well. */
export function WeeklyOffer() {
  const { t, i18n } = useTranslation('letters');
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUserOptions);
  const [isChosenHere, setChosenHere] = useState(false);
  const change = useMutation({
    mutationFn: (wants: boolean) =>
      accountsApi.updateProfile({
        // It comes in the morning of this time zone.
        body: { wants_weekly: wants, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    onSuccess: (updated) => {
      setChosenHere(true);
      queryClient.setQueryData(keyOf('accounts', 'user'), updated);
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  if (!user || (user.wants_weekly && !isChosenHere)) return null;
  return (
    <Switch
      mt="md"
      ta="start"
      label={t('weekly')}
      description={t('weeklyHint')}
      checked={user.wants_weekly}
      aria-disabled={change.isPending}
      onChange={(event) => !change.isPending && change.mutate(event.currentTarget.checked)}
    />
  );
}

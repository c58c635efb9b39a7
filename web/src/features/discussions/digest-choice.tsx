import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { digestOptions, discussionsApi } from './api.ts';
import classes from './topics.module.css';

/** Turns the daily mail about comments on or off. */
export function DigestChoice() {
  const { t, i18n } = useTranslation('discussions');
  const queryClient = useQueryClient();
  const { data } = useQuery(digestOptions);
  const change = useMutation({
    mutationFn: (wants: boolean) => discussionsApi.setDigestChoice({ body: { wants_digest: wants } }),
    onSuccess: (choice) => {
      queryClient.setQueryData(keyOf('discussions', 'digest'), choice);
      notifySuccess(t(choice.wants_digest ? 'digestOn' : 'digestOff'));
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  if (!data) return null;
  return (
    <Switch
      className={classes.digest ?? ''}
      label={t('digest')}
      checked={data.wants_digest}
      aria-disabled={change.isPending}
      onChange={(event) => !change.isPending && change.mutate(event.currentTarget.checked)}
    />
  );
}

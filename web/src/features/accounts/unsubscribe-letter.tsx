import { Button, Skeleton, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isGone } from '../../lib/api-client.ts';
import { directionOf } from '../../lib/appearance.ts';
import { errorText } from '../../lib/error-text.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { notifyError } from '../../ui/notify.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { letterChoiceOptions, lettersApi } from './letter-choice-api.ts';

/**
 * The link of a letter, for whoever holds it: it does not matter who is signed in. Opening it changes nothing, because mail
 * programs open links to examine them.
 */
export function UnsubscribeLetter({ token, profilePath }: { token: string; profilePath: string }) {
  const { t, i18n } = useTranslation('letters');
  const queryClient = useQueryClient();
  const options = letterChoiceOptions(token, i18n);
  const { data: choice, error, refetch } = useQuery(options);
  const [isUndone, setUndone] = useState(false);
  const change = useMutation({
    mutationFn: (wants: boolean) =>
      wants
        ? lettersApi.undoUnsubscribe({ params: { token } })
        : lettersApi.unsubscribe({ params: { token } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(options.queryKey, changed);
      setUndone(changed.wants);
      // If it is the letter of the user who is signed in here.
      void queryClient.invalidateQueries({ queryKey: keyOf('accounts', 'user') });
      void queryClient.invalidateQueries({ queryKey: keyOf('discussions', 'digest') });
    },
    onError: async (failure) => notifyError(await errorText(failure, i18n.language)),
  });
  if (error && isGone(error))
    return (
      <>
        <PageTitle>{t('title')}</PageTitle>
        <EmptyState
          title={t('invalid')}
          hint={t('invalidHint')}
          action={<Link to={profilePath}>{t('profile')}</Link>}
        />
      </>
    );
  if (error && !choice) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!choice) return <Skeleton h={160} />;
  const { letter, wants, language } = choice;
  const own = i18n.getFixedT(language, 'letters');
  const turnedOn = isUndone ? own(`again.${letter}`) : own(`asked.${letter}`);
  const sentence = wants ? turnedOn : own(`stopped.${letter}`);
  return (
    <div lang={language} dir={directionOf(language)}>
      <PageTitle>{own('title')}</PageTitle>
      <Title order={1} size="h2">
        {own('title')}
      </Title>
      <Text role="status" my="md">
        {sentence}
      </Text>
      <Button
        variant={wants ? 'filled' : 'default'}
        loading={change.isPending}
        onClick={() => change.mutate(!wants)}
      >
        {own(wants ? 'unsubscribe' : 'undo')}
      </Button>
    </div>
  );
}

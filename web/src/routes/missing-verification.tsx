import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../app/paths.ts';
import { accountsApi, currentUserOptions, sessionOf } from '../features/accounts/api.ts';
import { DemoMails } from '../features/accounts/demo-mails.tsx';
import { Entrance } from '../features/accounts/entrance.tsx';
import { takeWantedPage } from '../features/accounts/wanted-page.ts';
import { errorText } from '../lib/error-text.ts';
import { updateSession, useSession } from '../lib/session.ts';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import { PageTitle } from '../ui/page-title.tsx';

/** While the page is open it looks now and then whether the link was opened, perhaps on another device. */
const LOOK_EVERY_MS = 10_000;

/** Where unverified people wait: says which mail to open, and sends it again. */
export default function MissingVerificationPage() {
  const { t, i18n } = useTranslation('accounts');
  const navigate = useNavigate();
  const session = useSession();
  const { data: user } = useQuery({
    ...currentUserOptions,
    enabled: session !== null,
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    if (!session) return void navigate(paths.home.to(), { replace: true });
    if (!user?.email_verified) return;
    updateSession(sessionOf(user, session.token));
    void navigate(takeWantedPage(), { replace: true });
  }, [session, user, navigate]);
  const resend = useMutation({
    mutationFn: () => accountsApi.resendVerification({}),
    onSuccess: () => notifySuccess(t('verification.resent')),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <>
      <PageTitle>{t('verification.missingTitle')}</PageTitle>
      <Entrance
        title={t('verification.missingTitle')}
        intro={user && t('verification.missingIntro', { email: `\u2068${user.email}\u2069` })}
      >
        <Text c="dimmed">{t('verification.missingHint')}</Text>
        <Group mt="md">
          <Button loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('verification.resend')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt="lg">
          {t('verification.wrongAddress')}
        </Text>
        <DemoMails />
      </Entrance>
    </>
  );
}

import { Anchor, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { accountsApi, currentUserOptions, sessionOf, storeSignedIn } from '../features/accounts/api.ts';
import { DemoMails } from '../features/accounts/demo-mails.tsx';
import { Entrance } from '../features/accounts/entrance.tsx';
import { verifyForOtherTabs } from '../features/accounts/verification-channel.ts';
import { keepWantedPage, mailedPage } from '../features/accounts/wanted-page.ts';
import { WantedItem } from '../features/catalogue/wanted-item.tsx';
import { deviceId } from '../lib/device-id.ts';
import { endSession } from '../lib/end-session.ts';
import { errorText } from '../lib/error-text.ts';
import { paths } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { isRemembered, updateSession, useSession } from '../lib/session.ts';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import { PageTitle } from '../ui/page-title.tsx';

/**
 * While the page is open, it regularly asks the server whether the link was opened, perhaps on another device
 * (milliseconds).
 */
const LOOK_EVERY_MS = 10_000;

/**
 * For users with an unverified address: says which mail to open, sends it again, and continues when the address is
 * verified.
 */
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
  const [search] = useSearchParams();
  const requestedPage = safeNext(search.get('next'));
  useEffect(() => keepWantedPage(requestedPage), [requestedPage]);
  useEffect(() => {
    if (!session) return void navigate(paths.home.to(), { replace: true });
    // Verified in another tab, which stored its new session, or on another device, which the server reports.
    if (session.emailVerified) return void navigate(requestedPage, { replace: true });
    if (user?.email_verified) updateSession(sessionOf(user, session.token));
  }, [session, user, requestedPage, navigate]);
  useEffect(
    () =>
      verifyForOtherTabs(async (token) => {
        const body = { email_verification_token: token, remember: isRemembered(), device_id: deviceId() };
        const verified = await accountsApi.verifyEmail({ body });
        storeSignedIn(verified);
        return verified;
      }),
    [],
  );
  const resend = useMutation({
    mutationFn: () => accountsApi.resendVerification({ query: { next: mailedPage(requestedPage) } }),
    onSuccess: () => notifySuccess(t('verification.resent')),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <>
      <PageTitle>{t('verification.missingTitle')}</PageTitle>
      <Entrance
        title={t('verification.missingTitle')}
        intro={user && t('verification.missingIntro', { email: user.email })}
      >
        <WantedItem next={requestedPage} />
        <Text c="dimmed">{t('verification.missingHint')}</Text>
        <Group mt="md">
          <Button loading={resend.isPending} onClick={() => resend.mutate()}>
            {t('verification.resend')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt="lg">
          {t('verification.wrongAddress')}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() =>
              void endSession({
                to: paths.registration.to(requestedPage === '/' ? undefined : requestedPage),
              })
            }
          >
            {t('verification.registerAgain')}
          </Anchor>
        </Text>
        <DemoMails />
      </Entrance>
    </>
  );
}

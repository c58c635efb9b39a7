import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../app/paths.ts';
import { accountsApi } from '../features/accounts/api.ts';
import { useSignedIn } from '../features/accounts/use-signed-in.ts';
import { takeWantedPage } from '../features/accounts/wanted-page.ts';
import { CallError } from '../lib/api-client.ts';
import { deviceId } from '../lib/device-id.ts';
import { getSession } from '../lib/session.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** The link of the verification mail: verifies, signs in, and goes on. */
export default function VerificationPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [search] = useSearchParams();
  const token = search.get('token') ?? search.get('email_verification_token') ?? '';
  const { mutate, isError, error } = useMutation({
    mutationFn: (email_verification_token: string) =>
      accountsApi.verifyEmail({ body: { email_verification_token, device_id: deviceId() } }),
    onSuccess: (user) => {
      signedIn(user, undefined, t('verification.succeeded'));
      void navigate(takeWantedPage(), { replace: true });
    },
  });
  const sent = useRef('');
  useEffect(() => {
    // A token works once: an effect that runs twice must not spend it twice.
    if (sent.current === token) return;
    sent.current = token;
    if (token) mutate(token);
  }, [token, mutate]);

  const isOffline = error instanceof CallError && error.status === 0;
  return (
    <div className="page">
      <PageTitle>{t('verification.title')}</PageTitle>
      {isOffline ? (
        <FailedState onRetry={() => mutate(token)} />
      ) : isError || !token ? (
        <EmptyState
          title={t('verification.invalidTitle')}
          hint={t('verification.invalidHint')}
          action={
            <Button
              component={Link}
              to={getSession() ? paths.missingVerification.to() : paths.signIn.to()}
              mt="sm"
            >
              {t(getSession() ? 'verification.resend' : 'signIn.submit')}
            </Button>
          }
        />
      ) : (
        <FullScreenLoader active text={t('verification.checking')} />
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { accountsApi } from '../features/accounts/api.ts';
import { Entrance } from '../features/accounts/entrance.tsx';
import { GoogleCompletionForm } from '../features/accounts/google-completion-form.tsx';
import {
  forgetGoogleRequest,
  type GoogleAnswer,
  readGoogleAnswer,
} from '../features/accounts/google-request.ts';
import { SecondFactorStep } from '../features/accounts/second-factor-step.tsx';
import { useSignedIn } from '../features/accounts/use-signed-in.ts';
import { WantedItem } from '../features/catalogue/wanted-item.tsx';
import { CallError } from '../lib/api-client.ts';
import { deviceId } from '../lib/device-id.ts';
import { errorText } from '../lib/error-text.ts';
import { useFieldErrors } from '../lib/field-errors.ts';
import { paths } from '../lib/paths.ts';
import { safeNext } from '../lib/safe-next.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';

/**
 * Google redirects here after signing in. Signs the user in, asks for the second factor, or asks for what a new account
 * also needs.
 */
export default function GoogleReturnPage() {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [answer] = useState<GoogleAnswer | null>(() => readGoogleAnswer(window.location.hash));
  // Removes the token from the address, so that it is not kept in the history.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  const finish = (user: Parameters<typeof signedIn>[0]) => {
    forgetGoogleRequest();
    signedIn(user, answer?.remember);
    void navigate(safeNext(answer?.next), { replace: true });
  };
  const [askCode, setAskCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ idToken, nonce, remember, code }: GoogleAnswer & { code?: string }) =>
      accountsApi.socialRegistration({
        body: {
          second_factor_code: code ?? null,
          social_provider_type: 'google',
          id_token: idToken,
          nonce,
          device_id: deviceId(),
          remember,
        },
      }),
    onMutate: () => setProblem(null),
    onSuccess: finish,
    onError: async (failed, { code }) => {
      if (failed instanceof CallError && failed.code === 'second_factor_needed') setAskCode(true);
      else if (code)
        setProblem(errors.fromServer(failed)?.second_factor_code ?? (await errorText(failed, i18n.language)));
    },
  });
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current || !answer) return;
    sent.current = true;
    mutate(answer);
  }, [answer, mutate]);

  const isOver = error instanceof CallError && error.code === 'social_token_invalid';
  if (answer && askCode && !isOver)
    return (
      <>
        <PageTitle>{t('twoSteps.title')}</PageTitle>
        <Entrance title={t('twoSteps.title')}>
          <SecondFactorStep
            pending={isPending}
            problem={problem}
            onCode={(code) => mutate({ ...answer, code })}
            onBack={() => void navigate(paths.signIn.to(answer.next), { replace: true })}
          />
        </Entrance>
      </>
    );
  if (answer && error instanceof CallError && error.code === 'not_registered')
    return (
      <>
        <PageTitle>{t('google.completeTitle')}</PageTitle>
        <Entrance
          title={t('google.completeTitle')}
          intro={t('google.completeIntro', { email: answer.email })}
        >
          <WantedItem next={answer.next} />
          <GoogleCompletionForm answer={answer} onDone={finish} />
        </Entrance>
      </>
    );
  return (
    <div className="page">
      <PageTitle>{t('google.title')}</PageTitle>
      {!answer || error ? (
        <EmptyState
          title={t('google.failedTitle')}
          hint={t('google.failedHint')}
          action={
            <Button component={Link} to={paths.signIn.to()} mt="sm">
              {t('signIn.submit')}
            </Button>
          }
        />
      ) : (
        <FullScreenLoader active text={t('google.finishing')} />
      )}
    </div>
  );
}

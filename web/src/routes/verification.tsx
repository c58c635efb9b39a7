import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SignedIn } from '@vesalius/contract/users';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { accountsApi, currentUserOptions } from '../features/accounts/api.ts';
import { Entrance } from '../features/accounts/entrance.tsx';
import { ReplacesWriter } from '../features/accounts/replaces-writer.tsx';
import { useSignedIn } from '../features/accounts/use-signed-in.ts';
import { askOtherTabs } from '../features/accounts/verification-channel.ts';
import { VerifyWithPassword } from '../features/accounts/verify-with-password.tsx';
import { takeWantedPage } from '../features/accounts/wanted-page.ts';
import { WantedItem } from '../features/catalogue/wanted-item.tsx';
import { CallError } from '../lib/api-client.ts';
import { deviceId } from '../lib/device-id.ts';
import { errorText } from '../lib/error-text.ts';
import { useFieldErrors } from '../lib/field-errors.ts';
import { paths } from '../lib/paths.ts';
import { getSession, isRemembered, rememberedBeside, useSession } from '../lib/session.ts';
import type { Session } from '../lib/stored-session.ts';
import { hasUnsaved } from '../lib/user-storage.ts';
import { FullScreenLoader } from '../ui/full-screen-loader.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/**
 * The page of the verification link: verifies the address, signs in and continues. In another browser it asks for the
 * password.
 */
export default function VerificationPage() {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [askPassword, setAskPassword] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const session = useSession();
  const [search] = useSearchParams();
  const token = search.get('token') ?? search.get('email_verification_token') ?? '';
  const wanted = search.get('next');
  const [asked, setAsked] = useState<{
    writer: Session;
    user: SignedIn;
    remember?: boolean | undefined;
  } | null>(null);
  const arrive = (user: SignedIn, remember?: boolean) => {
    const writer = getSession();
    // A remembered user keeps the browser (`useSignedIn`). A session of this tab alone would lose its unsaved texts.
    const isLost =
      writer !== null &&
      writer.userId !== user.id &&
      hasUnsaved(writer.userId) &&
      rememberedBeside(user.id)?.userId !== writer.userId;
    if (isLost) setAsked({ writer, user, remember });
    else goOn(user, remember);
  };
  const goOn = (user: SignedIn, remember?: boolean) => {
    const before = getSession();
    const isOther = before !== null && before.userId !== user.id;
    const done = isOther
      ? t('verification.succeededFor', { email: user.email })
      : t('verification.succeeded');
    signedIn(user, remember, done);
    void navigate(takeWantedPage(wanted), { replace: true });
  };
  const { mutate, isError, isPending, error } = useMutation({
    mutationFn: ({
      remember = isRemembered(),
      ...proof
    }: {
      email_verification_token: string;
      password?: string;
      remember?: boolean;
    }) => accountsApi.verifyEmail({ body: { ...proof, remember, device_id: deviceId() } }),
    onMutate: () => setProblem(null),
    onSuccess: (user, { remember }) => arrive(user, remember),
    onError: async (failed, { password }) => {
      if (failed instanceof CallError && failed.code === 'registration_password_needed') setAskPassword(true);
      else if (password)
        setProblem(errors.fromServer(failed)?.password ?? (await errorText(failed, i18n.language)));
    },
  });
  const sent = useRef('');
  useEffect(() => {
    // A token works once, and React may run an effect twice.
    if (sent.current === token) return;
    sent.current = token;
    if (token) mutate({ email_verification_token: token });
  }, [token, mutate]);

  const latestArrive = useRef(arrive);
  latestArrive.current = arrive;
  useEffect(() => {
    if (askPassword) return askOtherTabs(token, (user) => latestArrive.current(user));
  }, [askPassword, token]);

  const isOver = error instanceof CallError && error.code === 'token_invalid';
  // The link was opened before, perhaps on another device, which this session does not know.
  const { data: user, isLoading } = useQuery({ ...currentUserOptions, enabled: isOver && session !== null });
  if (asked)
    return (
      <div className="page">
        <PageTitle>{t('verification.title')}</PageTitle>
        <ReplacesWriter
          writer={asked.writer}
          user={asked.user}
          onStay={() => void navigate(paths.home.to(), { replace: true })}
          onReplace={() => goOn(asked.user, asked.remember)}
        />
      </div>
    );
  if (askPassword && !isOver)
    return (
      <>
        <PageTitle>{t('verification.title')}</PageTitle>
        <Entrance
          title={t('verification.passwordTitle')}
          intro={
            session
              ? t('verification.passwordIntroOther', { name: session.firstName })
              : t('verification.passwordIntro')
          }
        >
          <WantedItem next={wanted ?? undefined} />
          <VerifyWithPassword
            pending={isPending}
            problem={problem}
            onPassword={(password, remember) =>
              mutate({ email_verification_token: token, password, remember })
            }
          />
        </Entrance>
      </>
    );
  const isOffline = error instanceof CallError && error.status === 0;
  return (
    <div className="page">
      <PageTitle>{t('verification.title')}</PageTitle>
      {isOffline ? (
        <FailedState onRetry={() => mutate({ email_verification_token: token })} />
      ) : isOver && user?.email_verified ? (
        <EmptyState
          title={t('verification.alreadyTitle')}
          hint={t('verification.alreadyHint', { email: user.email })}
          action={
            <Button mt="sm" onClick={() => void navigate(takeWantedPage(wanted), { replace: true })}>
              {t('verification.goOn')}
            </Button>
          }
        />
      ) : (isError || !token) && !isLoading ? (
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

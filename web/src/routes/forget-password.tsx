import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { resetTokenOptions } from '../features/accounts/api.ts';
import { Entrance } from '../features/accounts/entrance.tsx';
import { ForgotPasswordForm } from '../features/accounts/forgot-password-form.tsx';
import { InvitationForm } from '../features/accounts/invitation-form.tsx';
import { InvitationOver, ResetOver } from '../features/accounts/link-over.tsx';
import { LosesTexts } from '../features/accounts/loses-texts.tsx';
import { ResetPasswordForm } from '../features/accounts/reset-password-form.tsx';
import { CallError } from '../lib/api-client.ts';
import { endSession } from '../lib/end-session.ts';
import { hasEndedOnServer } from '../lib/ended-tokens.ts';
import { paths } from '../lib/paths.ts';
import {
  getSession,
  openForStored,
  otherSession,
  refusedSession,
  rememberedSession,
} from '../lib/session.ts';
import type { Session } from '../lib/stored-session.ts';
import { hasUnsaved } from '../lib/user-storage.ts';
import { notifySuccess } from '../ui/notify.ts';
import { PageTitle } from '../ui/page-title.tsx';

/**
 * Requests a reset link; with the link's token in the address, sets the password. Invitations use the same page with
 * their own texts.
 */
export default function ForgetPasswordPage() {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get('token');
  const act = !token ? 'forgot' : search.has('invitation') ? 'invitation' : 'reset';
  // Checks the token before the user types a password twice. If the check fails for another reason, the form is shown.
  const check = useQuery(resetTokenOptions(token));
  const isRefused = check.error instanceof CallError && check.error.code === 'reset_token_invalid';
  // Remembers that the token is invalid: a user who turns out to be signed in has every query reset, including this
  // check.
  const [overToken, setOverToken] = useState<string | null>(null);
  if (isRefused && overToken !== token) setOverToken(token);
  const isOver = token !== null && overToken === token;
  const [writer, setWriter] = useState(() => (token ? unsavedWriter() : null));
  const withdrawnBy = check.data?.withdrawn_by ?? null;
  const { title, intro } = {
    forgot: { title: t('forgot.title'), intro: t('forgot.intro') },
    reset: { title: t('reset.title'), intro: t('reset.intro') },
    invitation: withdrawnBy
      ? { title: t('invitation.withdrawnTitle'), intro: t('invitation.withdrawnBy', { by: withdrawnBy }) }
      : { title: t('invitation.title'), intro: t('invitation.intro') },
  }[act];
  if (writer && !isOver)
    return (
      <div className="page">
        <PageTitle>{title}</PageTitle>
        <LosesTexts writer={writer} onGoOn={() => setWriter(null)} />
      </div>
    );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Entrance title={title} intro={intro}>
        {isOver && act === 'invitation' ? (
          <InvitationOver />
        ) : isOver ? (
          <ResetOver />
        ) : token && act === 'invitation' ? (
          <InvitationForm
            token={token}
            email={search.get('email') ?? ''}
            knowsItIsWithdrawn={withdrawnBy !== null}
          />
        ) : token ? (
          <ResetPasswordForm
            token={token}
            email={search.get('email') ?? ''}
            onDone={async () => {
              // The server has ended every session of this account. The session of another account in this browser
              // stays.
              const session = getSession() ?? otherSession();
              if (session && (await hasEndedOnServer(session))) {
                openForStored();
                return endSession({
                  to: paths.signIn.to(),
                  notice: { tone: 'success', text: t('reset.done') },
                  hasEnded: true,
                });
              }
              notifySuccess(t('reset.done'));
              void navigate(paths.signIn.to(), { replace: true });
            }}
          />
        ) : (
          <ForgotPasswordForm />
        )}
      </Entrance>
    </>
  );
}

/**
 * The user of this tab whom the browser does not remember. Their unsaved texts are lost when another user signs in
 * here.
 */
function unsavedWriter(): Session | null {
  const session = refusedSession();
  return session && rememberedSession()?.userId !== session.userId && hasUnsaved(session.userId)
    ? session
    : null;
}

import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { deviceId } from '../../lib/device-id.ts';
import { paths } from '../../lib/paths.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { accountsApi } from './api.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** The first password of an invited person, who is inside with it. Says so where the invitation was withdrawn meanwhile. */
export function InvitationForm({ token, email: given }: { token: string; email: string }) {
  const { t } = useTranslation('accounts');
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const enter = async ({
    email,
    password,
    ...result
  }: {
    email: string;
    password: string;
    isWithdrawn: boolean;
  }) => {
    // Where there is a second step, or the line breaks now, the password is good all the same.
    const body = { email, password, remember: true, device_id: deviceId() };
    const user = await accountsApi.signIn({ body }).catch(() => null);
    if (user) signedIn(user, true, t('invitation.done'));
    else notifySuccess(t('invitation.signInNow'));
    if (result.isWithdrawn) return setIsWithdrawn(true);
    await navigate(user ? paths.home.to() : paths.signIn.to(), { replace: true });
  };
  if (!isWithdrawn) return <ResetPasswordForm token={token} email={given} isInvitation onDone={enter} />;
  return (
    <Stack gap="md">
      <Alert variant="light" color="ochre" role="alert">
        {t('invitation.withdrawn')}
      </Alert>
      <Button component={Link} to={paths.home.to()} replace>
        {t('verification.goOn')}
      </Button>
    </Stack>
  );
}

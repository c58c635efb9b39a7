import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isRemembered } from '../../lib/session.ts';
import { GoogleButton } from './google-sign-in.tsx';

/** For users without a password: confirms the user by a fresh sign-in with Google, which returns here. */
export function GoogleAgain() {
  const { t } = useTranslation('accounts');
  const { pathname } = useLocation();
  return (
    <Stack gap="xs" role="alert">
      <Text>{t('confirm.googleAgain')}</Text>
      <GoogleButton next={pathname} remember={isRemembered()} />
    </Stack>
  );
}

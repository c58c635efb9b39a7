import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@vesalius/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { getSession, updateSession } from '../../lib/session.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { currentUserOptions, sessionOf } from './api.ts';
import { ChangeTwoSteps } from './two-steps-change.tsx';
import { TurnOnTwoSteps } from './two-steps-on.tsx';

/** With fewer codes than these, the page suggests new ones. */
const FEW_CODES = 3;

/** Two-factor authentication on the profile page: its state and its actions. */
export function TwoSteps({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null);
  const close = () => setOpen(null);
  const done = async (said: string) => {
    close();
    notifySuccess(said);
    const now = await queryClient.fetchQuery({ ...currentUserOptions, staleTime: 0 });
    const session = getSession();
    if (session) updateSession(sessionOf(now, session.token));
    await queryClient.invalidateQueries({ queryKey: keyOf('accounts', 'sessions') });
  };
  if (!user.has_second_factor)
    return (
      <>
        {user.must_add_second_factor && (
          <Alert variant="light" mb="md">
            {t('twoSteps.must')}
          </Alert>
        )}
        {user.has_password ? (
          <Button variant="default" onClick={() => setOpen('on')}>
            {t('twoSteps.turnOn')}
          </Button>
        ) : (
          <>
            <Text mb="sm">{t('twoSteps.passwordFirst')}</Text>
            <Button variant="default" component={Link} to={paths.forgetPassword.to()}>
              {t('changePassword.setOne')}
            </Button>
          </>
        )}
        {open === 'on' && <TurnOnTwoSteps onClose={close} onDone={() => void done(t('twoSteps.isOnNow'))} />}
      </>
    );
  return (
    <>
      <Text mb="md">
        {t('twoSteps.isOn')} {t('twoSteps.left', { count: user.recovery_codes_left })}{' '}
        {user.recovery_codes_left <= FEW_CODES && t('twoSteps.makeNew')}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen('codes')}>
          {t('twoSteps.newCodes')}
        </Button>
        <Button variant="default" onClick={() => setOpen('off')}>
          {t('twoSteps.turnOff')}
        </Button>
      </Group>
      {(open === 'codes' || open === 'off') && (
        <ChangeTwoSteps
          what={open}
          onClose={close}
          onDone={() => void done(t(open === 'off' ? 'twoSteps.isOffNow' : 'twoSteps.codesMade'))}
        />
      )}
    </>
  );
}

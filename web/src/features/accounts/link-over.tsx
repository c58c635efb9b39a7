import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signInAsAnother } from '../../lib/end-session.ts';
import { paths } from '../../lib/paths.ts';
import { openForStored, useSession } from '../../lib/session.ts';

/** Replaces a form after its end: says what happened and what to do next. */
export const End = ({ text, children }: { text: string; children: ReactNode }) => (
  <Stack gap="md">
    <Alert variant="light" color="ochre" role="alert">
      {text}
    </Alert>
    {children}
  </Stack>
);

/**
 * The link was used or has expired. A user who is signed in elsewhere in this browser is signed in in this tab, too.
 */
function LinkOver({ text, children }: { text: string; children?: ReactNode }) {
  const { t } = useTranslation(['accounts', 'shell']);
  const session = useSession();
  useEffect(openForStored, []);
  return (
    <End text={text}>
      {session ? (
        <>
          <Button component={Link} to={paths.home.to()} replace>
            {t('over.goOn', { name: session.firstName })}
          </Button>
          <Button variant="default" onClick={() => signInAsAnother(paths.signIn.to())}>
            {t('left.signInAsAnother', { ns: 'shell' })}
          </Button>
        </>
      ) : (
        <Button component={Link} to={paths.signIn.to()} replace>
          {t('invitation.signIn')}
        </Button>
      )}
      {children}
    </End>
  );
}

export function InvitationOver() {
  const { t } = useTranslation('accounts');
  return (
    <LinkOver text={t('invitation.over')}>
      <Text size="sm">
        {t('invitation.forgotten')}{' '}
        <Anchor component={Link} to={paths.forgetPassword.to()} inherit underline="always">
          {t('reset.askAgain')}
        </Anchor>
      </Text>
    </LinkOver>
  );
}

export function ResetOver() {
  const { t } = useTranslation('accounts');
  return (
    <LinkOver text={t('reset.over')}>
      <Anchor component={Link} to={paths.forgetPassword.to()} underline="always">
        {t('reset.askAgain')}
      </Anchor>
    </LinkOver>
  );
}

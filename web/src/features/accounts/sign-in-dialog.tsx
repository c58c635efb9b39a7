import { Anchor, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import classes from './accounts.module.css';
import { GoogleSignIn } from './google-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The sign-in dialog over any page: Google, or email and password, with links to registration and help. */
export function SignInDialog({
  open,
  next,
  reason,
  onClose,
  onSignedIn,
}: {
  open: boolean;
  next: string | undefined;
  /** What the user is about to buy or to read. */
  reason?: ReactNode;
  onClose: () => void;
  onSignedIn: () => void;
}) {
  const { t } = useTranslation('accounts');
  return (
    <Modal
      opened={open}
      onClose={onClose}
      size={440}
      padding="xl"
      title={t('signIn.title')}
      classNames={{ title: classes.dialogTitle as string }}
      closeButtonProps={{ 'aria-label': t('label.close') }}
    >
      {reason}
      <SignInForm
        next={next}
        before={(remember) => <GoogleSignIn next={next} remember={remember} />}
        onSignedIn={onSignedIn}
        onLeave={onClose}
      />
      <Text size="sm" c="dimmed" ta="center" mt="lg">
        {t('signIn.needHelp')}{' '}
        <Anchor component={Link} to={paths.contact.to()} onClick={onClose} size="sm" underline="always">
          {t('signIn.contact')}
        </Anchor>
      </Text>
      <Text size="xs" c="dimmed" ta="center" mt="xs">
        {t('signIn.copyright', { year: new Date().getFullYear() })}
      </Text>
    </Modal>
  );
}

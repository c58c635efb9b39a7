import { Button, Group } from '@mantine/core';
import type { SignedIn } from '@vesalius/contract/users';
import { useTranslation } from 'react-i18next';
import { endOnServer } from '../../lib/ended-tokens.ts';
import type { Session } from '../../lib/stored-session.ts';
import { EmptyState } from '../../ui/states.tsx';

/** The link belongs to another user. Asks before that user's sign-in discards the unsaved texts of the tab's user. */
export function ReplacesWriter({
  writer,
  user,
  onStay,
  onReplace,
}: {
  writer: Session;
  user: SignedIn;
  onStay: () => void;
  onReplace: () => void;
}) {
  const { t } = useTranslation('accounts');
  const stay = () => {
    // Ends the new session, which will not be used.
    void endOnServer(user.auth_token);
    onStay();
  };
  const name = writer.firstName;
  return (
    <EmptyState
      title={t('replacesWriter.title', { email: user.email })}
      hint={t('replacesWriter.hint', { name })}
      action={
        <Group mt="sm" justify="center">
          <Button onClick={stay}>{t('replacesWriter.stay', { name })}</Button>
          <Button variant="default" onClick={onReplace}>
            {t('replacesWriter.replace')}
          </Button>
        </Group>
      }
    />
  );
}

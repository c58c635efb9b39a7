import { Button, Group } from '@mantine/core';
import type { SignedIn } from '@vesalius/contract/users';
import { useTranslation } from 'react-i18next';
import { endOnServer } from '../../lib/ended-tokens.ts';
import type { Session } from '../../lib/session.ts';
import { EmptyState } from '../../ui/states.tsx';

/** The link was another user's, and the tab's user would lose what is not saved: asked before that one takes the tab. */
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
    // Nobody is going to use it.
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

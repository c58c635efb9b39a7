import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { backToOwn } from '../../lib/end-session.ts';
import { paths } from '../../lib/paths.ts';
import type { Session } from '../../lib/stored-session.ts';
import { EmptyState } from '../../ui/states.tsx';

/** Asks before a password link signs another user in to the tab of a user with unsaved texts. */
export function LosesTexts({ writer, onGoOn }: { writer: Session; onGoOn: () => void }) {
  const { t } = useTranslation('accounts');
  const name = `\u2068${writer.firstName}\u2069`;
  return (
    <EmptyState
      title={t('losesTexts.title', { name })}
      hint={t('losesTexts.hint')}
      action={
        <Group mt="sm" justify="center">
          <Button onClick={() => backToOwn(paths.home.to())}>{t('replacesWriter.stay', { name })}</Button>
          <Button variant="default" onClick={onGoOn}>
            {t('losesTexts.goOn')}
          </Button>
        </Group>
      }
    />
  );
}

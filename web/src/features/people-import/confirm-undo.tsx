import { ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import classes from './people-import.module.css';

/** Asks before added people are removed again, and names them; those who are already active stay. */
export function ConfirmUndo({
  added,
  active,
  people,
  isPending,
  onConfirm,
  onClose,
}: {
  added: number;
  active: number;
  /** Who is removed; of many the first. */
  people: readonly { readonly name: string; readonly email: string }[];
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('imports');
  const others = added - active - people.length;
  return (
    <ConfirmDialog
      title={t('undoTitle')}
      confirm={t('undoConfirm', { count: added - active })}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('undoText')} {active > 0 && t('kept', { count: active })}
      {people.length > 0 && (
        <ScrollArea.Autosize
          mah={220}
          mt="sm"
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('undoWhom') }}
        >
          <ul className={classes.named}>
            {people.map(({ name, email }) => (
              <li key={email}>
                <bdi>{name}</bdi> · <bdi>{email}</bdi>
              </li>
            ))}
            {others > 0 && <li>{t('removals.others', { count: others })}</li>}
          </ul>
        </ScrollArea.Autosize>
      )}
    </ConfirmDialog>
  );
}

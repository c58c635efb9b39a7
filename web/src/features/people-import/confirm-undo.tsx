import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before added people are removed again; those who are already active stay. */
export function ConfirmUndo({
  added,
  active,
  isPending,
  onConfirm,
  onClose,
}: {
  added: number;
  active: number;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('imports');
  return (
    <ConfirmDialog
      title={t('undoTitle')}
      confirm={t('undoConfirm', { count: added - active })}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('undoText')} {active > 0 && t('kept', { count: active })}
    </ConfirmDialog>
  );
}

import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { hasUnsavedForm } from './use-asks-before-leaving.ts';

/** Asks before what was typed and is not saved is thrown away. Render it only while it asks. */
export function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <ConfirmDialog
      title={t('discard.title')}
      confirm={t('discard.discard')}
      keep={t('discard.keep')}
      isPending={false}
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      {t('discard.text')}
    </ConfirmDialog>
  );
}

/** Asks before another page replaces one with an unsaved form. One for the page: a router asks only one. */
export function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      `${from.pathname}${from.search}` !== `${to.pathname}${to.search}` &&
      hasUnsavedForm(from.pathname === to.pathname),
  );
  if (blocker.state !== 'blocked') return null;
  return <DiscardQuestion onDiscard={blocker.proceed} onKeep={blocker.reset} />;
}

import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import classes from './reader.module.css';
import { SHORTCUTS } from './shortcuts.ts';

const SIGNS: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  Escape: 'Esc',
};

const signOf = (key: string) =>
  key
    .split(/(?<=.)\+/)
    .map((part) => SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' + ');

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('reader');
  useReturnsFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('notes.cancel') }}
    >
      <dl className={classes.keys}>
        {SHORTCUTS.map(({ command, keys }) => (
          <div key={command}>
            <dt>{t(`keys.${command}`)}</dt>
            <dd>
              {keys.slice(0, 2).map((key) => (
                <kbd key={key}>{signOf(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../../lib/preferences.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { SettingSwitch } from '../../ui/setting-switch.tsx';
import { isFromTheRight } from './layout/reading-direction.ts';
import { useReader } from './model/reader-model.ts';
import classes from './reader.module.css';
import { isSingleKey, keysOf, SHORTCUTS } from './shortcuts.ts';

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
  const { t: tShell } = useTranslation('shell');
  const rtl = isFromTheRight(useReader('book').language);
  const singleKeys = usePreference('singleKeys');
  useReturnsFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keys.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': tShell('menu.close') }}
    >
      <SettingSwitch name="singleKeys" label={t('keys.single')} hint={t('keys.singleHint')} />
      <dl className={classes.keys}>
        {SHORTCUTS.map((shortcut) => ({
          command: shortcut.command,
          keys: keysOf(shortcut, rtl)
            .filter((key) => singleKeys || !isSingleKey(key))
            .slice(0, 2),
        }))
          .filter(({ keys }) => keys.length > 0)
          .map(({ command, keys }) => (
            <div key={command}>
              <dt>{t(`keys.${command}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key} dir="ltr">
                    {signOf(key)}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Modal>
  );
}

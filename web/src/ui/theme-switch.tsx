import { useTranslation } from 'react-i18next';
import { chooseColorScheme, useColorScheme } from '../lib/color-scheme.ts';
import buttons from './buttons.module.css';

/** Light or dark. Both icons are there and the style sheet shows one: the server does not know the reader's theme. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const other = useColorScheme() === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={buttons.icon}
      aria-label={t('theme.switchTo', { theme: t(`theme.${other}`) })}
      onClick={() => chooseColorScheme(other)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
        <circle cx="12" cy="12" r="8" strokeWidth="1.75" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
      </svg>
    </button>
  );
}

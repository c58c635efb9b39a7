import { useTranslation } from 'react-i18next';
import { chooseColorScheme, useColorScheme } from '../lib/color-scheme.ts';
import buttons from './buttons.module.css';
import { HalfCircle } from './half-circle.ts';
import { Icon } from './icon.tsx';

/**
 * Light or dark. Both icons are rendered and CSS shows one of them, because the server does not know the reader's
 * theme.
 */
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
      <Icon icon={HalfCircle} weight={1.75} />
    </button>
  );
}

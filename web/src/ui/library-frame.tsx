import { DirectionContext, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../lib/appearance.ts';
import { useColorScheme } from '../lib/color-scheme.ts';
import './app-styles.ts';
import { cssVariablesResolver, theme } from './theme.ts';

/** Mantine writes this value into the page, also when a hidden frame is shown again. */
const schemeOfPage: MantineColorSchemeManager = {
  get: () => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'),
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
};

/**
 * Wraps everything that uses the component library: screens that are not public pages, dialogs, forms. Public pages do
 * without the library to stay small.
 */
export default function LibraryFrame({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation('shell');
  const scheme = useColorScheme();
  // Not Mantine's own DirectionProvider: it would have to be remounted on a change of language, and every form with it.
  const direction = useMemo(
    () => ({ dir: directionOf(i18n.language), toggleDirection() {}, setDirection() {} }),
    [i18n.language],
  );
  return (
    <DirectionContext value={direction}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={schemeOfPage}
        forceColorScheme={scheme}
      >
        {children}
      </MantineProvider>
    </DirectionContext>
  );
}

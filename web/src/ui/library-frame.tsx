import { DirectionContext, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../lib/appearance.ts';
import { useColorScheme } from '../lib/color-scheme.ts';
import './app-styles.ts';
import { cssVariablesResolver, theme } from './theme.ts';

/** The library writes what this says into the page, also when a frame that was hidden is shown again. */
const schemeOfPage: MantineColorSchemeManager = {
  get: () => (document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'),
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
};

/**
 * Around everything that is built from the component library: screens behind the public pages, dialogs, forms.
 * The public pages themselves do without it, so that they stay light.
 */
export default function LibraryFrame({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation('shell');
  const scheme = useColorScheme();
  // Not the library's own provider: that would have to begin anew with another language, and every form with it.
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

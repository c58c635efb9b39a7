import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { AppContext } from './app-context.ts';

/** The providers of every page. Those of the component library are in `ui/library-frame.tsx`. */
export function Providers({ context, children }: { context: AppContext; children: ReactNode }) {
  return (
    <I18nextProvider i18n={context.i18n}>
      <QueryClientProvider client={context.queryClient}>{children}</QueryClientProvider>
    </I18nextProvider>
  );
}

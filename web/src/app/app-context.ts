import type { QueryClient } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import type { Namespace } from '../i18n/i18n.ts';
import { missingCode } from '../lib/release.ts';

/** What routes need before they render. One for the browser's life; one a request on the server. */
export interface AppContext {
  readonly queryClient: QueryClient;
  readonly i18n: I18n;
}

/** Messages a screen needs, loaded beside its code, so that nothing is shown without its words. */
export async function loadMessages({ i18n }: AppContext, namespaces: readonly Namespace[]): Promise<void> {
  await i18n.loadNamespaces([...namespaces]);
  // i18next would show keys in their place.
  for (const name of namespaces)
    if (!i18n.hasResourceBundle(i18n.language, name)) throw missingCode(`messages ${name}`);
}

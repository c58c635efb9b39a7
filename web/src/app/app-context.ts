import type { QueryClient } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';

/** What routes need before they render. One per page in the browser; one per request on the server. */
export interface AppContext {
  readonly queryClient: QueryClient;
  readonly i18n: I18n;
}

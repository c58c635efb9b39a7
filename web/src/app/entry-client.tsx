import '../ui/fonts.css';
import '../ui/base.css';
import '../ui/styles.css';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { createI18n, storedLanguage } from '../i18n/i18n.ts';
import { whenSignedOut } from '../lib/api-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import type { AppContext } from './app-context.ts';
import { forgetPerson } from './forget-person.ts';
import { Providers } from './providers.tsx';
import { createRoutes } from './router.tsx';
import { nameHistoryEntry } from './scroll-key.ts';

const language = storedLanguage();
const context: AppContext = { queryClient: createQueryClient(), i18n: await createI18n(language) };

const rendered = document.getElementById('server-state');
const state = rendered?.textContent;
if (state) hydrate(context.queryClient, JSON.parse(state));

const routes = createRoutes(context);
// What the server rendered can only be taken over when the same screens are loaded already.
const matched = matchRoutes(routes, window.location) ?? [];
await Promise.all(
  matched.map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    try {
      Object.assign(route, await route.lazy());
      delete route.lazy;
    } catch {
      // The router asks for it again, and shows what is wrong.
    }
  }),
);

nameHistoryEntry();
const router = createBrowserRouter(routes, state ? { hydrationData: { loaderData: {} } } : {});
whenSignedOut(() => {
  forgetPerson(context.queryClient);
  void router.navigate('/');
});

const root = document.getElementById('root') as HTMLElement;
const app = (
  <StrictMode>
    <Providers context={context}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);
// Rendered in another language than the one kept here: a fresh render instead of a mismatch.
if (rendered?.dataset.language === language) hydrateRoot(root, app);
else {
  root.replaceChildren();
  createRoot(root).render(app);
}

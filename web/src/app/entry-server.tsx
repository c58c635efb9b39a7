import { pageStart, viewerStart } from 'virtual:start-scripts';
import { dehydrate } from '@tanstack/react-query';
import type { Language } from '@vesalius/contract/constants';
import type { OpenPages, PageRequest } from '@vesalius/contract/web-pages';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { createI18n } from '../i18n/i18n.ts';
import { CallError, sendOver } from '../lib/api-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import type { AppContext } from './app-context.ts';
import { Providers } from './providers.tsx';
import { createRoutes } from './router.tsx';
import { readClientBuild } from './server/client-build.ts';
import { documentsOf } from './server/documents.ts';
import { pageAtOf } from './server/page-at.ts';
import { pageDocument } from './server/page-document.ts';
import { publicPage } from './server/public-page.ts';
import { setSocialLinks } from './social-links.ts';

/** Makes every document of the web app; the server only caches and sends them. */
export const openPages: OpenPages = ({ clientFolder, socialLinks }) => {
  setSocialLinks(socialLinks);
  const build = readClientBuild(clientFolder);
  const scripts = { pageStart: pageStart.code, viewerStart: viewerStart.code };
  const { publicTemplate, ...documents } = documentsOf(build, scripts, socialLinks);
  const files = { ...build, template: publicTemplate };
  return {
    ...documents,
    scriptHashes: [pageStart.hash, viewerStart.hash],
    // Only the routes are needed here; nothing is loaded.
    pageAt: pageAtOf(createRoutes({} as AppContext)),
    async render(request) {
      const page = publicPage(request.address);
      if (!page) return null;
      const rendered = await renderPage(page.address, request);
      if (!rendered) return null;
      const { language, origin } = request;
      const words = ['shell', 'catalogue'].map((name) => `src/i18n/${language}/${name}.ts`);
      const parts = { ...rendered, language, origin, modules: [page.module, ...words] };
      return { status: rendered.status, document: pageDocument(files, parts) };
    },
  };
};

/** Renders a page for a visitor; null if only the browser can retry. */
async function renderPage(address: string, { language, fetchCall }: PageRequest) {
  const context = await createContext(language, fetchCall);
  const handler = createStaticHandler(createRoutes(context));
  const result = await handler.query(new Request(new URL(address, 'http://localhost')));
  if (result instanceof Response) return null;
  const failures = failuresOf(context);
  if (failures.some((status) => status === 0 || status >= 500)) return null;
  const html = renderToString(
    <Providers context={context}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, result)}
        context={result}
        hydrate={false}
      />
    </Providers>,
  );
  const status = failures.includes(404) ? 404 : result.statusCode;
  return { html, status, state: dehydrate(context.queryClient) };
}

/** One per request. */
async function createContext(language: Language, fetchCall: PageRequest['fetchCall']): Promise<AppContext> {
  const queryClient = createQueryClient();
  sendOver(queryClient, ({ url }) => fetchCall(url));
  return { queryClient, i18n: await createI18n(language) };
}

/** The statuses of the failed calls. */
const failuresOf = ({ queryClient }: AppContext): number[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) =>
      state.status === 'error' ? [state.error instanceof CallError ? state.error.status : 500] : [],
    );

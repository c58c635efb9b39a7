import { dehydrate } from '@tanstack/react-query';
import type { Language } from '@vesalius/contract/constants';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { createI18n } from '../i18n/i18n.ts';
import { CallError, setTransport } from '../lib/api-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import type { AppContext } from './app-context.ts';
import { Providers } from './providers.tsx';
import { createRoutes } from './router.tsx';
import { screenTest } from './screen-test.ts';
import { pageDocument, type WebFiles } from './server/page-document.ts';
import { publicPage } from './server/public-page.ts';
import { type SocialLink, setSocialLinks } from './social-links.ts';

/** Does any screen have this path? Asked for each address, so that unknown ones are answered with 404. */
export const isScreen: (path: string) => boolean = screenTest(
  // Nothing is loaded here.
  createRoutes({} as AppContext),
);

interface PageRequest {
  readonly url: string;
  readonly language: Language;
  readonly origin: string;
  readonly fetchCall: (path: string) => Promise<{ status: number; body: unknown }>;
}

/** One spelling for all addresses of the same public page, null for every other one. */
export const publicAddress = (url: string): string | null => publicPage(url)?.address ?? null;

/** The public pages as a visitor sees them; null for every other address. */
export function createRenderer({
  socialLinks,
  ...files
}: WebFiles & { readonly socialLinks: readonly SocialLink[] }) {
  setSocialLinks(socialLinks);
  return async (request: PageRequest): Promise<{ status: number; document: string } | null> => {
    const { language, origin } = request;
    const page = publicPage(request.url);
    if (!page) return null;
    setTransport(({ url }) => request.fetchCall(url));
    const context: AppContext = { queryClient: createQueryClient(), i18n: await createI18n(language) };
    const handler = createStaticHandler(createRoutes(context));
    const result = await handler.query(new Request(new URL(page.address, 'http://localhost')));
    if (result instanceof Response) return null;
    const failures = failuresOf(context);
    // The browser tries again what did not work here.
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
    const words = ['shell', 'catalogue'].map((name) => `src/i18n/${language}/${name}.ts`);
    return {
      status: failures.includes(404) ? 404 : result.statusCode,
      document: pageDocument(files, {
        html,
        state: dehydrate(context.queryClient),
        language,
        modules: [page.module, ...words],
        origin,
      }),
    };
  };
}

/** The status of each call that failed. */
const failuresOf = ({ queryClient }: AppContext): number[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) =>
      state.status === 'error' ? [state.error instanceof CallError ? state.error.status : 500] : [],
    );

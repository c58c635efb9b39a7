import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Language } from '@vesalius/contract/constants';
import type { PageAt } from '@vesalius/contract/web-pages';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openPreview, readPreviewPicture } from '../features/reader/open-preview.ts';
import type { Deps } from '../platform/deps.ts';
import { ProductError } from '../platform/errors.ts';
import { EDGE_HEADER, EDGE_LIFE } from '../platform/files/edge-life.ts';
import { sendError, wantsPage } from '../platform/http.ts';
import { siteOf } from '../platform/networks.ts';
import { findKeptAssets } from './build-assets.ts';
import type { AllowedMethods } from './known-methods.ts';
import { type KeptPage, keep, PageCache, sendKept } from './page-cache.ts';
import type { WebBuild } from './web-build.ts';

/** Addresses that programs request: they are never answered with a page. */
const MACHINE_PATH =
  /^\/(?:(?:[a-z_]+_portal|api|v\d+|r\d+|files|page-files|uploads|assets|webhooks|oidc|dev|payment-emulator|metrics|healthz?|readyz?|livez?|ping|status|\.well-known)(?:\/|$)|openapi)/i;
/**
 * The viewer's pages contain an image of about 60 kB each and must not displace the others. Making them takes database and
 * file access rather than CPU time, so many can be made concurrently.
 */
const VIEWER_PAGES = { maxPages: 40, concurrency: 16, maxWaiting: 100 };
/** How long the viewer's page waits for its image. */
const MAX_PICTURE_WAIT_MS = 1000;
/** Files that programs read. People type, and follow, addresses of documents (`/guide.html`, `/index.php`): those get a page. */
const isMachinePath = (path: string) =>
  MACHINE_PATH.test(path) || /[^/]\.(?!(?:html?|php\d?|aspx?|jspx?|cgi)$)[a-z0-9]{2,12}$/i.test(path);

/** Serves assets, server-rendered public pages, and the empty shell for every other address of the web app. */
export function registerWeb(
  app: FastifyInstance,
  deps: Deps,
  web: WebBuild | null,
  allowed: AllowedMethods = () => [],
): void {
  /** 405 for a known address with another method, otherwise 404. */
  const notFound = (reply: FastifyReply) => {
    const methods = allowed(reply.request.url);
    if (
      methods.length === 0 ||
      (methods.includes(reply.request.method as string) && reply.request.method !== 'OPTIONS')
    )
      return sendError(reply, new ProductError('not_found'));
    reply.header('allow', methods.join(', '));
    if (reply.request.method === 'OPTIONS') return reply.code(204).send();
    return sendError(reply, new ProductError('method_not_allowed'));
  };
  if (web) {
    void app.register(fastifyStatic, {
      root: web.folder,
      globIgnore: ['assets/**'],
      serve: true,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = /\/(?:web-)?assets\//.test(path);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed) reply.header(EDGE_HEADER, EDGE_LIFE.webAsset);
        // These headers protect documents; on forty assets they would cost as many bytes as another asset.
        if (isHashed)
          for (const name of ['content-security-policy', 'permissions-policy']) reply.removeHeader(name);
      },
    });
    void app.register(assetsOf(web.folder, deps.config.dataDir, notFound));
  }
  const life = deps.config.CATALOGUE_CACHE_SECONDS;
  const cache = new PageCache(deps.clock, life);
  const viewers = new PageCache(deps.clock, life, VIEWER_PAGES);
  const screens = web && {
    web,
    shell: keep(200, web.shell),
    noBookPage: keep(404, web.shell),
    unknownPage: keep(404, web.unknownPage),
  };
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] as string;
    if (!screens || !['GET', 'HEAD'].includes(request.method) || isMachinePath(path)) return notFound(reply);
    const target = screens.web.pageAt(request.url);
    if (target.kind === 'unknown')
      return wantsPage(request) ? sendPage(request, reply, screens.unknownPage) : notFound(reply);
    if (target.kind === 'no-book') return sendPage(request, reply, screens.noBookPage);
    if (target.kind === 'shell') return sendPage(request, reply, screens.shell);
    const language = /(?:^|;\s*)lang=ar(?:;|$)/.test(request.headers.cookie ?? '') ? 'ar' : 'en';
    const page = await (target.kind === 'viewer'
      ? viewers.get(
          `${language} ${target.bookId} ${target.page}`,
          () => viewerPage(deps, screens.web, target, language),
          siteOf(request.ip),
        )
      : cache
          .get(
            `${language} ${target.address}`,
            () => renderPublic(app, deps, screens.web, target.address, language),
            siteOf(request.ip),
          )
          .catch((error) => {
            // The shell still works: the browser renders what the server could not.
            request.log.error({ err: error }, 'server rendering failed');
            return null;
          }));
    return sendPage(request, reply, page ?? screens.shell);
  });
}

/** Renders a page for a visitor; this server answers the calls of the page. */
const renderPublic = (app: FastifyInstance, deps: Deps, web: WebBuild, address: string, language: Language) =>
  web.render({
    address,
    language,
    origin: deps.config.publicUrl,
    fetchCall: async (path) => {
      const answer = await app.inject({ method: 'GET', url: path });
      return { status: answer.statusCode, body: answer.json() };
    },
  });

/**
 * Serves the files of the current build and of those before, wherever they are now: a release replaces the build's folder
 * while this server still runs.
 */
function assetsOf(
  buildFolder: string,
  dataDir: string,
  notFound: (reply: FastifyReply) => FastifyReply,
): FastifyPluginAsync {
  return async (scope) => {
    const present = join(buildFolder, 'assets');
    const kept = await findKeptAssets(dataDir);
    const names = new Set([...kept.names, ...(await readdir(present).catch(() => []))]);
    // Returns nothing: Fastify awaits a returned answer, with additional listeners on the response.
    scope.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
      const { name } = request.params;
      if (!names.has(name)) void notFound(reply);
      else void reply.sendFile(name, existsSync(join(present, name)) ? present : kept.folder);
    });
  };
}

/** Also for a book that visitors cannot see: its viewer requests the pages as the signed-in user. */
async function viewerPage(
  deps: Deps,
  web: WebBuild,
  { bookId, page }: PageAt & { kind: 'viewer' },
  language: Language,
) {
  const preview = await openPreview(deps, bookId).catch(() => null);
  // Optional, because the viewer requests the image anyway: a slow or failing store must not delay the page.
  const late = new Promise<null>((resolve) => setTimeout(resolve, MAX_PICTURE_WAIT_MS, null).unref());
  const picture =
    preview &&
    page &&
    (await Promise.race([readPreviewPicture(deps, preview, page).catch(() => null), late]));
  const known = preview && { ...preview, picture: Boolean(picture) };
  return { status: 200, document: web.viewer(language, known, picture ? picture.toString('base64') : null) };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', page.status === 200 ? 'no-cache' : 'no-store')
    .header('vary', 'accept, accept-encoding, cookie');
  return sendKept(request, reply, page);
}

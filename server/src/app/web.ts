import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { openPreview, readPreviewPicture } from '../features/reader/open-preview.ts';
import type { Deps } from '../platform/deps.ts';
import { ProductError } from '../platform/errors.ts';
import { sendError, wantsPage } from '../platform/http.ts';
import { siteOf } from '../platform/networks.ts';
import { findKeptAssets } from './build-assets.ts';
import type { AllowedMethods } from './known-methods.ts';
import { type KeptPage, keep, PageCache, sendKept } from './page-cache.ts';
import { PICTURE_MARK, PREVIEW_MARK, type WebBuild } from './web-build.ts';

/** Addresses that programs ask for: their answer is never a page. */
const MACHINE_PATH =
  /^\/(?:(?:[a-z_]+_portal|api|v\d+|r\d+|files|page-files|uploads|assets|webhooks|oidc|dev|payment-emulator|metrics|healthz?|readyz?|livez?|ping|status|\.[\w-]+)(?:\/|$)|openapi)/i;
/**
 * The viewer's pages carry a picture of some 60 kB each; they must not push out the others. They wait for the database and a
 * file, not for the processor, so that many can be made at once.
 */
const VIEWER_PAGES = { maxPages: 40, concurrency: 16, maxWaiting: 100 };
/** What the viewer's page waits for its picture (milliseconds). */
const MAX_PICTURE_WAIT_MS = 1000;
/** The id of the book that the viewer is asked to open, and the page when the address names one. */
function viewedBook(url: string): { bookId: string; page: number | null } | null {
  const [, bookId, query] = /^\/book-viewer\/([0-9a-f-]{36})\/?(?:\?(.*))?$/i.exec(url) ?? [];
  if (!bookId) return null;
  const page = /(?:^|&)page=([1-9]\d{0,5})(?:&|$)/.exec(query ?? '')?.[1];
  return { bookId: bookId.toLowerCase(), page: page ? Number(page) : null };
}
/** No book has such an id. `kept` is the viewer for whichever book is kept on a device. */
const isNoBook = (path: string) => /^\/book-viewer\/(?!kept\/?$|[0-9a-f-]{36}\/?$)/i.test(path);
/** An address of a document (`/guide.html`) is one that readers type. */
const isMachinePath = (path: string) => MACHINE_PATH.test(path) || /\.(?!html?$)[a-z0-9]{2,12}$/i.test(path);

/** Assets, server-rendered public pages, and the empty shell for every other address of the web app. */
export function registerWeb(
  app: FastifyInstance,
  deps: Deps,
  web: WebBuild | null,
  allowed: AllowedMethods = () => [],
): void {
  /** A known address that is asked in another way is told so. */
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
        const hashed = /\/(?:web-)?assets\//.test(path);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // They protect documents; on forty assets they would weigh as much as one more.
        if (hashed)
          for (const name of ['content-security-policy', 'permissions-policy']) reply.removeHeader(name);
      },
    });
    void app.register(assetsOf(web.folder, deps.config.dataDir, notFound));
  }
  const life = deps.config.CATALOGUE_CACHE_SECONDS;
  const cache = new PageCache(deps.clock, life);
  const viewers = new PageCache(deps.clock, life, VIEWER_PAGES);
  const shell = web && keep(200, web.shell);
  const noBookPage = web && keep(404, web.shell);
  const unknownPage = web && keep(404, web.unknownPage);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] as string;
    if (!web || !shell || !unknownPage || !noBookPage || !['GET', 'HEAD'].includes(request.method))
      return notFound(reply);
    if (isMachinePath(path)) return notFound(reply);
    if (!web.isScreen(path))
      return wantsPage(request) ? sendPage(request, reply, unknownPage) : notFound(reply);
    if (isNoBook(path)) return sendPage(request, reply, noBookPage);
    const viewed = viewedBook(request.url);
    const language = /(?:^|;\s*)lang=ar(?:;|$)/.test(request.headers.cookie ?? '') ? 'ar' : 'en';
    if (viewed) {
      const { bookId } = viewed;
      // Beyond the preview every page's document is the same.
      const page = viewed.page !== null && viewed.page <= PREVIEW_LAST_PAGE ? viewed.page : null;
      const kept = await viewers.get(
        `${language} ${bookId} ${page}`,
        () => viewerPage(deps, web.viewerShell[language], bookId, page),
        siteOf(request.ip),
      );
      return sendPage(request, reply, kept ?? shell);
    }
    const address = web.publicAddress(request.url);
    if (address === null) return sendPage(request, reply, shell);
    const page = await cache
      .get(
        `${language} ${address}`,
        () =>
          web.render({
            url: address,
            language,
            origin: deps.config.publicUrl,
            fetchCall: async (path) => {
              const answer = await app.inject({ method: 'GET', url: path });
              return { status: answer.statusCode, body: answer.json() };
            },
          }),
        siteOf(request.ip),
      )
      .catch((error) => {
        // The shell still works without us: the browser renders what the server could not.
        request.log.error({ err: error }, 'server rendering failed');
        return null;
      });
    return sendPage(request, reply, page ?? shell);
  });
}

/**
 * The files of the present build and of those before, from wherever they lie now: a release replaces the build's folder while
 * this server still runs.
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
    // Nothing is returned: a handler that returns its answer has it awaited, with listeners of its own on the response.
    scope.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
      const { name } = request.params;
      if (!names.has(name)) void notFound(reply);
      else void reply.sendFile(name, existsSync(join(present, name)) ? present : kept.folder);
    });
  };
}

/** A book that visitors do not see has a viewer too: it asks as who is signed in. */
async function viewerPage(deps: Deps, viewerShell: string, bookId: string, page: number | null) {
  const preview = await openPreview(deps, bookId).catch(() => null);
  // Optional: the viewer requests it again, so that a failing or slow store does not delay the page.
  const late = new Promise<null>((resolve) => setTimeout(resolve, MAX_PICTURE_WAIT_MS, null).unref());
  const picture =
    preview &&
    page &&
    (await Promise.race([readPreviewPicture(deps, bookId, preview, page).catch(() => null), late]));
  const known = preview
    ? `<script type="application/json" id="viewer-preview">${JSON.stringify({ ...preview, picture: Boolean(picture) })}</script>`
    : '';
  const packed = picture
    ? `<script type="text/plain" id="viewer-picture">${picture.toString('base64')}</script>`
    : '';
  const document = viewerShell.replace(PREVIEW_MARK, known).replace(PICTURE_MARK, packed);
  return { status: 200, document };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage): Promise<FastifyReply> {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', page.status === 200 ? 'no-cache' : 'no-store')
    .header('vary', 'accept, accept-encoding, cookie');
  return sendKept(request, reply, page);
}

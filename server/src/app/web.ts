import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openPreview } from '../features/reader/open-preview.ts';
import type { Deps } from '../platform/deps.ts';
import { ProductError } from '../platform/errors.ts';
import { asProductError, bodyOf } from '../platform/http.ts';
import { encodingFor, type KeptPage, keep, PageCache } from './page-cache.ts';
import { PREVIEW_MARK, type WebBuild } from './web-build.ts';

const isCall = (url: string) =>
  /^\/(?:[a-z_]+_portal\/|v1\/|files\/|page-files\/|webhooks\/|openapi|healthz|readyz)/.test(url);
/** The id of the book that the viewer is asked to open. */
const viewedBook = (url: string) =>
  /^\/book-viewer\/([0-9a-f-]{36})\/?(?:\?|$)/i.exec(url)?.[1]?.toLowerCase();
/** By its path alone: an address of a mail in the query ends like a file too. */
const isFile = (url: string) => /\.[a-z0-9]{2,5}$/i.test(url.split('?')[0] ?? '');

/** Assets, server-rendered public pages, and the empty shell for every other address of the web app. */
export function registerWeb(app: FastifyInstance, deps: Deps, web: WebBuild | null): void {
  if (web)
    void app.register(fastifyStatic, {
      root: web.folder,
      serve: true,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        // It protects documents; on forty assets it would weigh as much as one more.
        if (hashed) reply.removeHeader('content-security-policy');
      },
    });
  const cache = new PageCache(deps.clock, deps.config.CATALOGUE_CACHE_SECONDS);
  const shell = web && keep(200, web.shell);
  app.setNotFoundHandler(async (request, reply) => {
    if (!web || !shell || request.method !== 'GET' || isCall(request.url) || isFile(request.url))
      return reply.code(404).send(bodyOf(asProductError(new ProductError('not_found'))));
    const bookId = viewedBook(request.url);
    const language = /(?:^|;\s*)lang=ar(?:;|$)/.test(request.headers.cookie ?? '') ? 'ar' : 'en';
    if (bookId)
      return sendPage(
        request,
        reply,
        (await cache.get(`${language} viewer ${bookId}`, () =>
          viewerPage(deps, web.viewerShell[language], bookId),
        )) ?? shell,
      );
    const page = await cache
      .get(`${language} ${request.url}`, () =>
        web.render({
          url: request.url,
          language,
          origin: deps.config.publicUrl,
          fetchCall: async (path) => {
            const answer = await app.inject({ method: 'GET', url: path });
            return { status: answer.statusCode, body: answer.json() };
          },
        }),
      )
      .catch((error) => {
        // The shell still works without us: the browser renders what the server could not.
        request.log.error({ err: error }, 'server rendering failed');
        return null;
      });
    return sendPage(request, reply, page ?? shell);
  });
}

/** A book that visitors do not see has a viewer too: it asks as who is signed in. */
async function viewerPage(deps: Deps, viewerShell: string, bookId: string) {
  const preview = await openPreview(deps, bookId).catch(() => null);
  const known = preview
    ? `<script type="application/json" id="viewer-preview">${JSON.stringify(preview)}</script>`
    : '';
  return { status: 200, document: viewerShell.replace(PREVIEW_MARK, known) };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .send(await page.content[encoding]());
}

import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { type KeptPage, keep, sendKept } from './page-cache.ts';

/** They change with a release only; afterwards a client asks whether its copy is still good. */
const CACHE_CONTROL = 'public, max-age=300';

/** The documents about the calls: made when first asked for, then kept in each encoding. */
export function registerDocuments(app: FastifyInstance, publicUrl: string): void {
  const documents = {
    '/openapi.json': {
      type: 'application/json; charset=utf-8',
      make: () => JSON.stringify(openApiDocument(publicUrl)),
    },
    '/docs': { type: 'text/html; charset=utf-8', make: () => docsPage() },
  };
  for (const [url, { type, make }] of Object.entries(documents)) {
    let kept: KeptPage | undefined;
    app.get(url, async (request, reply) => {
      kept ??= keep(200, make());
      reply.type(type).header('cache-control', CACHE_CONTROL).header('vary', 'accept-encoding');
      return sendKept(request, reply, kept);
    });
  }
}

import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { type KeptPage, keep, sendKept } from './page-cache.ts';

/** They change only with a release; after this time a client revalidates its copy. */
const CACHE_CONTROL = 'public, max-age=300';

/** The documentation of the calls: generated at the first request, then cached in each encoding. */
export function registerDocuments(app: FastifyInstance, publicUrl: string): void {
  const documents = {
    '/openapi.json': {
      type: 'application/json; charset=utf-8',
      make: () => JSON.stringify(openApiDocument(publicUrl)),
    },
    '/docs': { type: 'text/html; charset=utf-8', make: () => docsPage() },
  };
  for (const [url, { type, make }] of Object.entries(documents)) {
    let cached: KeptPage | undefined;
    app.get(url, async (request, reply) => {
      cached ??= keep(200, make());
      reply.type(type).header('cache-control', CACHE_CONTROL).header('vary', 'accept-encoding');
      return sendKept(request, reply, cached);
    });
  }
}

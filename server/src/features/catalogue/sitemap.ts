import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { listPackageIds } from './package-queries.ts';
import { listSitemapBooks } from './sitemap-queries.ts';

/** The maximum of addresses in one sitemap file (sitemaps.org). */
const MAX_ADDRESSES = 50_000;

/** `/sitemap.xml` and `/robots.txt`: the public pages, for search engines. */
export function registerSitemap(app: FastifyInstance, { readDelayed, clock, config }: Deps): void {
  app.get('/sitemap.xml', async (_request, reply) => {
    const now = clock.now();
    const packages = (await readDelayed((db) => listPackageIds(db, now))).map((id) => `/packages/${id}`);
    const fixed = ['/', '/books', '/books/featured', '/packages', ...packages];
    const books = await readDelayed((db) => listSitemapBooks(db, MAX_ADDRESSES - fixed.length, now));
    const lines = [
      ...fixed.map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`),
      ...books.map(
        ({ id, updatedAt }) =>
          `<url><loc>${config.publicUrl}/book-profile/${id}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
      ),
    ];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`,
      );
  });
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...['book-viewer', 'supplementary', 'admin', 'checkout', 'bookCheckout', 'promocode'].map(
            (path) => `Disallow: /${path}/`,
          ),
          `Sitemap: ${config.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
}

import type { FastifyInstance } from 'fastify';
import { barredFiles } from '../features/publishing/releases/barred-files.ts';
import type { Deps } from '../platform/deps.ts';
import { registerFileRoutes } from '../platform/files/routes.ts';
import { buildHttp } from '../platform/http.ts';
import { registerDocuments } from './documents.ts';
import { features } from './features.ts';
import { registerHealth } from './health.ts';
import { watchRoutes } from './known-methods.ts';
import { registerWeb } from './web.ts';
import { findWebBuild } from './web-build.ts';

/** The whole product on one origin: calls, files, pages. Does not listen yet. */
export async function buildApp(
  deps: Deps,
  options: {
    isClosing?: () => boolean;
    web?: boolean;
    observe?: ((app: FastifyInstance) => void) | undefined;
  } = {},
): Promise<FastifyInstance> {
  const web = options.web === false ? null : await findWebBuild(deps.config.SOCIAL_LINKS);
  const app = await buildHttp({
    log: deps.log,
    trustProxy: deps.config.TRUST_PROXY,
    connectTo: deps.config.S3_ENDPOINT ? [new URL(deps.config.S3_ENDPOINT).origin] : [],
    https: deps.config.publicUrl.startsWith('https://'),
    scriptHashes: web?.scriptHashes ?? [],
    unknownPage: web?.unknownPage,
  });
  const allowedMethods = watchRoutes(app);
  options.observe?.(app);
  registerHealth(app, deps, options.isClosing ?? (() => false));
  registerDocuments(app, deps.config.publicUrl);
  registerFileRoutes(app, deps, barredFiles(deps));
  for (const register of Object.values(features)) await register(app, deps);
  registerWeb(app, deps, web, allowedMethods);
  return app;
}

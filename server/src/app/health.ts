import type { FastifyInstance } from 'fastify';
import { isReadOnly } from '../platform/database/errors.ts';
import { demandWritable } from '../platform/database/writable.ts';
import type { Deps } from '../platform/deps.ts';

/**
 * `healthz`: the process lives. `readyz`: this port may get requests, because the database accepts writes and the server is
 * not shutting down. A worker that is being replaced stays ready to the end, because its successor already listens.
 */
export function registerHealth(app: FastifyInstance, deps: Deps, isClosing: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    try {
      await demandWritable(deps.db);
      return { status: 'ready' };
    } catch (error) {
      const status = isReadOnly(error) ? 'database read-only' : 'database unavailable';
      return reply.code(503).send({ status });
    }
  });
}

import type { FastifyInstance } from 'fastify';
import { isReadOnly } from '../platform/database/errors.ts';
import { demandWritable } from '../platform/database/writable.ts';
import type { Deps } from '../platform/deps.ts';

/**
 * `healthz`: the process lives. `readyz`: this port may be given work (the database takes writes, and its processes are not
 * all shutting down: one that is being replaced says yes to the end, because its successor listens already).
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

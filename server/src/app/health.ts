import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../platform/deps.ts';

/** `healthz`: the process lives. `readyz`: it may be given work (the database answers, nothing is shutting down). */
export function registerHealth(app: FastifyInstance, deps: Deps, isClosing: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    try {
      await sql`select 1`.execute(deps.db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
}

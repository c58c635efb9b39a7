import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ProductError } from './errors.ts';

/** One long computation is no pressure; only what lasts for most of this time is (milliseconds). */
const SAMPLE_MS = 2_000;
/** When a caller may come again: by then it is known whether it has become better. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Refuses requests at once (503 with `retry-after`) while the event loop is late by more than `mostDelayMs` on average:
 * who has to wait much longer than a person waits only makes everybody else wait longer, too. What was taken is finished.
 * `healthz` is answered all the same: the process lives, and killing it would not help. 0 = refuses nothing.
 * Call it before the routes are registered.
 */
export function refuseUnderPressure(
  app: FastifyInstance,
  mostDelayMs: number,
  { sampleMs = SAMPLE_MS }: { sampleMs?: number } = {},
): void {
  if (mostDelayMs === 0) return;
  void app.register(underPressure, {
    maxEventLoopDelay: mostDelayMs,
    sampleInterval: sampleMs,
    pressureHandler: async (request) => {
      if (request.routeOptions.url === '/healthz') return;
      throw new ProductError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
  });
}

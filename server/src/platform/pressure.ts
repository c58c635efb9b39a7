import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { ProductError } from './errors.ts';

/** One long computation is not overload; only a delay that lasts for most of this time is. */
const SAMPLE_MS = 2_000;
/** How often the delay is measured within a sample. */
const RESOLUTION_MS = 10;
/** After this time it is known whether the load has dropped. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Refuses requests (503 with `Retry-After`) while the event loop lags by more than `maxDelayMs` on average: requests that
 * would wait longer than their user does only delay all others. Requests in progress are finished. `healthz` is still
 * answered: the process lives, and killing it would not help. 0 = refuses nothing. Call it before the routes are
 * registered. Only time is measured, because reading the memory usage fails when file descriptors run out, and that would
 * end the process.
 */
export function refuseUnderPressure(
  app: FastifyInstance,
  maxDelayMs: number,
  { sampleMs = SAMPLE_MS }: { sampleMs?: number } = {},
): void {
  if (maxDelayMs === 0) return;
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let isLate = false;
  const timer = setInterval(() => {
    // No measurement at all: the loop was blocked for the whole sample.
    const delayMs = histogram.count === 0 ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - RESOLUTION_MS;
    isLate = delayMs > maxDelayMs;
    histogram.reset();
  }, sampleMs);
  timer.unref();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLate || request.routeOptions.url === '/healthz') return done();
    done(new ProductError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
}

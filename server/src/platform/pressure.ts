import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { ProductError } from './errors.ts';

/** One long computation is no pressure; only what lasts for most of this time is (milliseconds). */
const SAMPLE_MS = 2_000;
/** How often the delay is measured within a sample (milliseconds). */
const RESOLUTION_MS = 10;
/** When a caller may come again: by then it is known whether it has become better. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Refuses requests at once (503 with `retry-after`) while the event loop is late by more than `maxDelayMs` on average:
 * requests that would wait longer than a person waits only make all others wait longer, too. Requests under way are
 * finished. `healthz` is answered all the same: the process lives, and killing it would not help. 0 = refuses nothing.
 * Call it before the routes are registered. It measures nothing but time, because reading the memory's use fails when
 * file descriptors run out, and would end the process.
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
    // Without a single measurement the loop stood still all the time.
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

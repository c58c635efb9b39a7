import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { checkStore } from '../platform/files/check-store.ts';
import { startJobCleanUp } from '../platform/job-clean-up.ts';
import { countJobs } from '../platform/job-queries.ts';
import { startJobWorker } from '../platform/jobs.ts';
import { createMetrics } from '../platform/metrics.ts';
import { openDeps } from '../platform/open-deps.ts';
import { refuseUnderPressure } from '../platform/pressure.ts';
import { startTracing } from '../platform/tracing/tracing.ts';
import { announce } from './announce.ts';
import { buildApp } from './app.ts';
import { keepAssetsOfBuild } from './build-assets.ts';
import { loadDemo } from './demo.ts';
import { jobLanes } from './job-handlers.ts';

/** A stop that takes longer than this is cut (milliseconds). */
const HARD_STOP_MS = 20_000;
/** How long a load balancer may need to notice that readyz says no (milliseconds); only behind a proxy. */
const DRAIN_MS = 3_000;

/**
 * In one of several workers. The primary may have sent us a connection that we have not read yet: were we to end now, it would
 * hang for ever. What still comes before the primary's answer to this is refused, and goes to another worker.
 */
const takeLeave = (): Promise<void> =>
  new Promise((resolve) => {
    if (!cluster.worker || !process.connected) return resolve();
    process.once('disconnect', () => resolve());
    cluster.worker.disconnect();
  });

/** Opens what it stands on, serves, and closes cleanly on a signal. `prepared`: the primary process did the one-off work. */
export async function start(
  environment: Record<string, string | undefined>,
  { prepared = false }: { prepared?: boolean } = {},
): Promise<void> {
  const startedAt = performance.now();
  const tracing = await startTracing(environment);
  const { deps, database, log } = await openDeps(environment, { onQuery: tracing?.onQuery });
  const { config } = deps;
  if (!prepared) await keepAssetsOfBuild(deps);
  const demo = config.demo && !prepared ? await loadDemo(deps) : null;

  let closing = false;
  const metrics = config.METRICS_PORT
    ? createMetrics({
        poolCounts: database.poolCounts,
        countJobs: async () => {
          const { due, dead } = await countJobs(deps.db, deps.clock.now());
          return { due, dead };
        },
      })
    : null;
  const app = await buildApp(deps, {
    isClosing: () => closing,
    observe: (http) => {
      tracing?.observe(http);
      metrics?.observe(http);
      refuseUnderPressure(http, config.MAX_EVENT_LOOP_DELAY_MS);
    },
  });
  const lanes = jobLanes(deps);
  const workers = lanes.map((handlers) =>
    startJobWorker({ db: deps.db, handlers, clock: deps.clock, log, around: tracing?.job }),
  );
  const stopCleanUp = startJobCleanUp({
    db: deps.db,
    kinds: lanes.flatMap(Object.keys),
    clock: deps.clock,
    log,
  });
  if (!prepared) void checkStore(deps);
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  const metricsServer: Server | null =
    metrics && config.METRICS_PORT && !prepared
      ? await metrics.listen(config.METRICS_PORT, config.HOST)
      : null;
  if (prepared) metrics?.handToPrimary();
  if (!prepared) announce(address, demo, performance.now() - startedAt);

  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    if (config.TRUST_PROXY) await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await app.close();
    await takeLeave();
    metricsServer?.close();
    const stopped = Promise.all([stopCleanUp(), ...workers.map((worker) => worker.stop())]);
    // Letters that wait for a silent mail server fail now, and are sent by the next worker.
    deps.mailer.close();
    await stopped;
    await database.close();
    await tracing?.close();
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal));
}

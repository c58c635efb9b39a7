import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { limitConnections, maxConnections, maxPerNetwork } from '../platform/connection-limit.ts';
import { descriptorLimit } from '../platform/descriptors.ts';
import { checkStore } from '../platform/files/check-store.ts';
import { startJobCleanUp } from '../platform/job-clean-up.ts';
import { countJobs } from '../platform/job-queries.ts';
import { startJobWorker } from '../platform/jobs.ts';
import { createMetrics } from '../platform/metrics.ts';
import { openDepsOf } from '../platform/open-deps.ts';
import { refuseUnderPressure } from '../platform/pressure.ts';
import { startTracing } from '../platform/tracing/tracing.ts';
import { addressOf, announce } from './announce.ts';
import { buildApp } from './app.ts';
import { keepAssetsOfBuild } from './build-assets.ts';
import { loadDemo } from './demo.ts';
import { refuseDemoLeftovers } from './demo-leftovers.ts';
import { jobLanes, scheduleDailyJobs } from './job-handlers.ts';
import { onRetire } from './retire.ts';

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
  config: Config,
  log: Logger,
  { prepared = false }: { prepared?: boolean } = {},
): Promise<void> {
  const startedAt = performance.now();
  const tracing = await startTracing(process.env);
  const { deps, database } = await openDepsOf({ config, log, onQuery: tracing?.onQuery });
  if (config.production && !prepared) await refuseDemoLeftovers(deps);
  if (!prepared) await keepAssetsOfBuild(deps);
  const demo = config.demo && !prepared ? await loadDemo(deps) : null;

  let closing = false;
  /** No other process serves in its place: the load balancer shall go elsewhere. */
  let groupCloses = false;
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
    isClosing: () => groupCloses,
    observe: (http) => {
      tracing?.observe(http);
      metrics?.observe(http);
      refuseUnderPressure(http, config.MAX_EVENT_LOOP_DELAY_MS);
    },
  });
  await scheduleDailyJobs(deps).catch((error: unknown) =>
    log.error({ err: error }, 'the daily jobs were not scheduled'),
  );
  const max = maxConnections(descriptorLimit(), config.DATABASE_POOL_SIZE);
  limitConnections(app, { max, maxPerNetwork: config.TRUST_PROXY > 0 ? max : maxPerNetwork(max) }, log);
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  const metricsServer: Server | null =
    metrics && config.METRICS_PORT && !prepared
      ? await metrics.listen(config.METRICS_PORT, config.HOST)
      : null;
  // Who cannot listen takes no jobs.
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
  if (prepared) metrics?.handToPrimary();
  const shown = addressOf(deps.config, address);
  if (!prepared) announce(shown, demo, performance.now() - startedAt);

  const close = async (reason: string) => {
    if (closing) return;
    closing = true;
    log.info({ reason }, 'closing');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    const stopped = Promise.all([stopCleanUp(), ...workers.map((worker) => worker.stop())]);
    if (groupCloses && config.TRUST_PROXY) await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await app.close();
    await takeLeave();
    metricsServer?.close();
    // Letters that wait for a silent mail server fail now, and are sent by the next worker.
    deps.mailer.close();
    await stopped;
    await database.close();
    await tracing?.close();
    log.flush();
    process.exit(0);
  };
  // Without other processes to take over, a reload is a clean stop: the supervisor starts the server again. A worker leaves
  // SIGHUP to the primary, which replaces it.
  const signals = prepared ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  for (const signal of signals)
    process.on(signal, () => {
      groupCloses = true;
      void close(signal);
    });
  if (prepared) onRetire(() => void close('replaced'));
}

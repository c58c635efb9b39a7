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
import { warnOfPlainHttp } from './warn-of-plain-http.ts';

/** A shutdown that takes longer is aborted. */
const SHUTDOWN_TIMEOUT_MS = 20_000;
/** How long a load balancer may need to notice that `readyz` fails; used only behind a proxy. */
const DRAIN_MS = 3_000;

/**
 * For one of several workers: the primary may have sent it a connection that it has not read yet, which would hang forever
 * if the worker exited now. Connections that arrive before the primary's answer are refused and go to another worker.
 */
const disconnectFromPrimary = (): Promise<void> =>
  new Promise((resolve) => {
    if (!cluster.worker || !process.connected) return resolve();
    process.once('disconnect', () => resolve());
    cluster.worker.disconnect();
  });

/** Opens the dependencies, serves, and shuts down cleanly on a signal. `prepared`: the primary did the one-off work. */
export async function start(
  config: Config,
  log: Logger,
  { prepared: isPrepared = false }: { prepared?: boolean } = {},
): Promise<void> {
  const startedAt = performance.now();
  const tracing = await startTracing(process.env);
  const { deps, database } = await openDepsOf({ config, log, onQuery: tracing?.onQuery });
  if (config.production && !isPrepared) await refuseDemoLeftovers(deps);
  if (!isPrepared) warnOfPlainHttp(deps);
  if (!isPrepared) await keepAssetsOfBuild(deps);
  const demo = config.demo && !isPrepared ? await loadDemo(deps) : null;

  let isClosing = false;
  /** All processes stop, so the load balancer must use another server. */
  let isServerClosing = false;
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
    isClosing: () => isServerClosing,
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
  await database.openConnections();
  const address = await app.listen({ port: config.PORT, host: config.HOST });
  const metricsServer: Server | null =
    metrics && config.METRICS_PORT && !isPrepared
      ? await metrics.listen(config.METRICS_PORT, config.HOST)
      : null;
  // Take jobs only after listening succeeded.
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
  if (!isPrepared) void checkStore(deps);
  if (isPrepared) metrics?.handToPrimary();
  const shown = addressOf(deps.config, address);
  if (!isPrepared) announce(shown, demo, performance.now() - startedAt);

  const close = async (reason: string) => {
    if (isClosing) return;
    isClosing = true;
    log.info({ reason }, 'closing');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    const stopped = Promise.all([stopCleanUp(), ...workers.map((worker) => worker.stop())]);
    if (isServerClosing && config.TRUST_PROXY) await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await app.close();
    await disconnectFromPrimary();
    metricsServer?.close();
    // Mails that wait for a silent mail server fail now, and the next worker sends them.
    deps.mailer.close();
    await stopped;
    await database.close();
    await tracing?.close();
    log.flush();
    process.exit(0);
  };
  // A single process treats SIGHUP as a clean shutdown: the supervisor starts it again. A worker leaves SIGHUP to the
  // primary, which replaces it.
  const signals = isPrepared ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  for (const signal of signals)
    process.on(signal, () => {
      isServerClosing = true;
      void close(signal);
    });
  if (isPrepared) onRetire(() => void close('replaced'));
}

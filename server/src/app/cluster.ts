import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { checkStore } from '../platform/files/check-store.ts';
import { listenForWorkers } from '../platform/metrics.ts';
import { openDepsOf } from '../platform/open-deps.ts';
import { StartError } from '../platform/start-error.ts';
import { asStartError, failStart } from '../platform/start-failure.ts';
import { addressOf, announce } from './announce.ts';
import { keepAssetsOfBuild } from './build-assets.ts';
import { loadDemo } from './demo.ts';
import { refuseDemoLeftovers } from './demo-leftovers.ts';
import { tellToRetire } from './retire.ts';
import { warnOfPlainHttp } from './warn-of-plain-http.ts';

/** Delays the restart of a worker, in case it dies immediately again. */
const RESPAWN_DELAY_MS = 1_000;
/** How long a replaced worker may take to finish its requests. */
const RETIRE_TIMEOUT_MS = 20_000;

interface CannotStart {
  readonly cannotStart: string;
  readonly exitCode: number;
}
const isCannotStart = (message: unknown): message is CannotStart =>
  typeof message === 'object' && message !== null && 'cannotStart' in message;

/** In a worker: lets the primary report why no process can start. False if there is no primary. */
export function tellPrimary(error: unknown): boolean {
  const known = asStartError(error);
  if (!known || !cluster.isWorker || !process.connected) return false;
  const { message: cannotStart, exitCode } = known;
  process.send?.({ cannotStart, exitCode } satisfies CannotStart, () => process.exit(exitCode));
  return true;
}

/**
 * Runs several processes behind one port (`WORKERS`). The primary prepares database and demo once, runs the embedded
 * PostgreSQL, and restarts workers that die. SIGHUP replaces the workers one by one; each new one listens before an old one
 * stops, so that no request fails.
 */
export async function startCluster(config: Config, log: Logger): Promise<void> {
  const startedAt = performance.now();
  const { deps, database } = await openDepsOf({ config, log });
  if (config.production) await refuseDemoLeftovers(deps);
  warnOfPlainHttp(deps);
  await keepAssetsOfBuild(deps);
  void checkStore(deps);
  const demo = config.demo ? await loadDemo(deps) : null;
  const { METRICS_PORT, HOST, PORT, WORKERS } = config;
  const metricsServer = METRICS_PORT ? await listenForWorkers(METRICS_PORT, HOST) : null;
  let isClosing = false;
  const retired = new Set<Worker>();

  let hasListeningWorker = false;
  const begin = () =>
    new Promise<Worker>((resolve) => {
      const worker = cluster.fork();
      worker.once('listening', () => {
        hasListeningWorker = true;
        resolve(worker);
      });
      worker.on('message', (message: unknown) => {
        // All workers fail for the same reason: report it once.
        if (hasListeningWorker || !isCannotStart(message)) return;
        for (const each of Object.values(cluster.workers ?? {})) each?.process.kill('SIGKILL');
        failStart(new StartError(message.cannotStart, message), log);
      });
      worker.once('exit', (code) => {
        if (isClosing || retired.delete(worker)) return;
        log.error({ code }, 'a worker ended and is started again');
        setTimeout(() => void begin(), RESPAWN_DELAY_MS);
      });
    });
  const listening = Promise.all(Array.from({ length: WORKERS }, begin));
  // Also a signal that comes before all workers listen: those that do serve already.
  let replacing: Promise<unknown> = listening;
  process.on('SIGHUP', () => {
    replacing = replacing.then(async () => {
      for (const old of Object.values(cluster.workers ?? {})) {
        if (!old || isClosing) continue;
        await begin();
        retired.add(old);
        const gone = new Promise<void>((resolve) => old.once('exit', () => resolve()));
        tellToRetire(old);
        const killTimer = setTimeout(() => old.process.kill('SIGKILL'), RETIRE_TIMEOUT_MS);
        await gone;
        clearTimeout(killTimer);
      }
      log.info('all workers were replaced');
    });
  });
  await listening;
  const shown = addressOf(deps.config, `http://${HOST}:${PORT}`);
  announce(`${shown} (${WORKERS} processes)`, demo, performance.now() - startedAt);

  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      all.map((worker) => {
        const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
        worker.process.kill('SIGTERM');
        return gone;
      }),
    );
    metricsServer?.close();
    await database.close();
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
}

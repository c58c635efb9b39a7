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

/** A worker that dies again at once is started again only after this pause (milliseconds). */
const RESPAWN_PAUSE_MS = 1_000;
/** How long an old worker may take for its last answers at a rolling restart (milliseconds). */
const RETIRE_MS = 20_000;

interface CannotStart {
  readonly cannotStart: string;
  readonly exitCode: number;
}
const isCannotStart = (message: unknown): message is CannotStart =>
  typeof message === 'object' && message !== null && 'cannotStart' in message;

/** In one of several processes: leaves it to the primary to say why nobody can start. False where there is no primary. */
export function tellPrimary(error: unknown): boolean {
  const known = asStartError(error);
  if (!known || !cluster.isWorker || !process.connected) return false;
  const { message: cannotStart, exitCode } = known;
  process.send?.({ cannotStart, exitCode } satisfies CannotStart, () => process.exit(exitCode));
  return true;
}

/**
 * Several processes behind one port (`WORKERS`): the primary prepares database and demo once, keeps the embedded
 * PostgreSQL, and starts a worker again that died. SIGHUP replaces them one by one, each new one listening before
 * an old one is let go: a restart without a failed request.
 */
export async function startCluster(config: Config, log: Logger): Promise<void> {
  const startedAt = performance.now();
  const { deps, database } = await openDepsOf({ config, log });
  if (config.production) await refuseDemoLeftovers(deps);
  await keepAssetsOfBuild(deps);
  void checkStore(deps);
  const demo = config.demo ? await loadDemo(deps) : null;
  const { METRICS_PORT, HOST, PORT, WORKERS } = config;
  const metricsServer = METRICS_PORT ? await listenForWorkers(METRICS_PORT, HOST) : null;
  let closing = false;
  const retired = new Set<Worker>();

  let serves = false;
  const begin = () =>
    new Promise<Worker>((resolve) => {
      const worker = cluster.fork();
      worker.once('listening', () => {
        serves = true;
        resolve(worker);
      });
      worker.on('message', (message: unknown) => {
        // The others would meet the same: one of them says it for all.
        if (serves || !isCannotStart(message)) return;
        for (const each of Object.values(cluster.workers ?? {})) each?.process.kill('SIGKILL');
        failStart(new StartError(message.cannotStart, message), log);
      });
      worker.once('exit', (code) => {
        if (closing || retired.delete(worker)) return;
        log.error({ code }, 'a worker ended and is started again');
        setTimeout(() => void begin(), RESPAWN_PAUSE_MS);
      });
    });
  await Promise.all(Array.from({ length: WORKERS }, begin));
  const shown = addressOf(deps.config, `http://${HOST}:${PORT}`);
  announce(`${shown} (${WORKERS} processes)`, demo, performance.now() - startedAt);

  let replacing = Promise.resolve();
  process.on('SIGHUP', () => {
    replacing = replacing.then(async () => {
      for (const old of Object.values(cluster.workers ?? {})) {
        if (!old || closing) continue;
        await begin();
        retired.add(old);
        const gone = new Promise<void>((resolve) => old.once('exit', () => resolve()));
        tellToRetire(old);
        const cut = setTimeout(() => old.process.kill('SIGKILL'), RETIRE_MS);
        await gone;
        clearTimeout(cut);
      }
      log.info('all workers were replaced');
    });
  });

  const close = async () => {
    if (closing) return;
    closing = true;
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

import cluster, { type Worker } from 'node:cluster';
import { checkStore } from '../platform/files/check-store.ts';
import { listenForWorkers } from '../platform/metrics.ts';
import { openDeps } from '../platform/open-deps.ts';
import { announce } from './announce.ts';
import { keepAssetsOfBuild } from './build-assets.ts';
import { loadDemo } from './demo.ts';

/** A worker that dies again at once is started again only after this pause (milliseconds). */
const RESPAWN_PAUSE_MS = 1_000;
/** How long an old worker may take for its last answers at a rolling restart (milliseconds). */
const RETIRE_MS = 20_000;

/**
 * Several processes behind one port (`WORKERS`): the primary prepares database and demo once, keeps the embedded
 * PostgreSQL, and starts a worker again that died. SIGHUP replaces them one by one, each new one listening before
 * an old one is let go: a restart without a failed request.
 */
export async function startCluster(
  environment: Record<string, string | undefined>,
  workers: number,
): Promise<void> {
  const startedAt = performance.now();
  const { deps, database, log } = await openDeps(environment);
  await keepAssetsOfBuild(deps);
  void checkStore(deps);
  const demo = deps.config.demo ? await loadDemo(deps) : null;
  const { METRICS_PORT, HOST } = deps.config;
  const metricsServer = METRICS_PORT ? await listenForWorkers(METRICS_PORT, HOST) : null;
  let closing = false;
  const retired = new Set<Worker>();

  const begin = () =>
    new Promise<Worker>((resolve) => {
      const worker = cluster.fork();
      worker.once('listening', () => resolve(worker));
      worker.once('exit', (code) => {
        if (closing || retired.delete(worker)) return;
        log.error({ code }, 'a worker ended and is started again');
        setTimeout(() => void begin(), RESPAWN_PAUSE_MS);
      });
    });
  await Promise.all(Array.from({ length: workers }, begin));
  announce(
    `http://${deps.config.HOST}:${deps.config.PORT} (${workers} processes)`,
    demo,
    performance.now() - startedAt,
  );

  let replacing = Promise.resolve();
  process.on('SIGHUP', () => {
    replacing = replacing.then(async () => {
      for (const old of Object.values(cluster.workers ?? {})) {
        if (!old || closing) continue;
        await begin();
        retired.add(old);
        const gone = new Promise<void>((resolve) => old.once('exit', () => resolve()));
        old.process.kill('SIGTERM');
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

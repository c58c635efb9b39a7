import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { readConfig } from '../config/config.ts';
import { logOf } from '../platform/open-deps.ts';
import { failStart } from '../platform/start-failure.ts';
import { startCluster, tellPrimary } from './cluster.ts';
import { endOnFault } from './end-on-fault.ts';
import { start } from './start.ts';

let log: Logger | undefined;
try {
  const config = readConfig(process.env, { serves: true });
  log = logOf(config);
  endOnFault(log);
  if (cluster.isPrimary && config.WORKERS > 1) await startCluster(config, log);
  else await start(config, log, { prepared: cluster.isWorker });
} catch (error) {
  if (!tellPrimary(error)) failStart(error, log);
}

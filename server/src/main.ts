import cluster from 'node:cluster';
import { startCluster } from './app/cluster.ts';
import { start } from './app/start.ts';
import { readConfigOrExit } from './platform/open-deps.ts';

const { WORKERS } = readConfigOrExit(process.env);
if (cluster.isPrimary && WORKERS > 1) await startCluster(process.env, WORKERS);
else await start(process.env, { prepared: cluster.isWorker });

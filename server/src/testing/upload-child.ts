/**
 * A separate process for the test that kills uploads: receives files as the server does and hands them over. Prints
 * `listening <port>`.
 */
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readConfig, Secret } from '../config/config.ts';
import { recognizeFile } from '../features/publishing/assets/recognize-file.ts';
import { adoptUpload } from '../features/publishing/assets/store-asset.ts';
import { uploadRoutes } from '../features/publishing/uploads/routes.ts';
import { createFixedClock } from '../platform/clock.ts';
import { connect } from '../platform/database/database.ts';
import { fromPrimary } from '../platform/database/delayed-reads.ts';
import type { Deps } from '../platform/deps.ts';
import { chooseStorage } from '../platform/files/choose-storage.ts';
import { buildHttp } from '../platform/http.ts';
import { startJobWorker } from '../platform/jobs.ts';
import { resumableJobHandlers } from '../platform/resumable/job-handlers.ts';

const { DATABASE_URL = '', NOW = '' } = process.env;
const { db } = connect({
  url: DATABASE_URL,
  size: 4,
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
const config = readConfig({ NODE_ENV: 'test', ...process.env });
const deps: Deps = {
  db,
  readDelayed: fromPrimary(db),
  clock: createFixedClock(NOW),
  log: pino({ level: 'silent' }),
  config: { ...config, secretKey: new Secret('unused'), publicUrl: 'http://localhost' },
  storage: await chooseStorage(config),
  mailer: undefined as never,
  pictures: undefined as never,
};
const app = await buildHttp({ log: deps.log, trustProxy: 0, connectTo: [], https: false, scriptHashes: [] });
await uploadRoutes(app, deps);
const handlers = resumableJobHandlers(deps, {
  recognize: recognizeFile,
  adopt: (file) => adoptUpload(deps, file),
});
startJobWorker({ db, clock: deps.clock, handlers, log: deps.log, leaseMs: 2_000, pollMs: 50 });
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`listening ${(app.server.address() as AddressInfo).port}\n`);

/** The application hosts: the built product, several processes on one database, one secret and one folder of files. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { emulatorVariables, startEmulator, startProgram, untilReady } from '../day/processes.mjs';
import { startSmtpSink } from '../day/smtp-sink.mjs';
import { copyFolder, moveTo, prepareLibrary } from '../day/world.mjs';
import { APPLICATIONS, HOSTS, OUTSIDE, onHost } from './network.mjs';

const PORT = 3000;
const EMULATOR_PORT = 4010;
/** Where the library is imported once, by a product on this machine's own address. */
const IMPORT_PORT = 4709;

/** @typedef {import('./network.mjs').Host} Host */
/** @typedef {Awaited<ReturnType<typeof startProduct>>} Product */

/** The demo library as a data folder, its rows moved to the database that `url` reaches. */
export async function fillDatabase({ folder, prepared, url }) {
  const dataDir = join(folder, 'data');
  await prepareLibrary(prepared, IMPORT_PORT);
  mkdirSync(dataDir);
  copyFolder(prepared, dataDir);
  await moveTo(url, dataDir, join(folder, 'move.log'));
  return dataDir;
}

/** Providers and mail outside, and what every process of the product is started with. */
export async function startOutside({ folder, dataDir, url }) {
  const sink = await startSmtpSink(OUTSIDE);
  const emulatorFile = join(folder, 'emulator.json');
  const emulator = await startEmulator({
    ...{ host: OUTSIDE, port: EMULATOR_PORT, file: emulatorFile, logFile: join(folder, 'emulator.log') },
    // Ends with the laboratory, also with a killed one.
    before: ['setpriv', '--pdeathsig=KILL'],
    ...{ webhookUrl: `http://${HOSTS.app1}:${PORT}/webhooks/paypal`, dataDir },
  });
  const environment = {
    ...emulatorVariables(emulator.url),
    ...{ DATA_DIR: dataDir, DEMO: 'true', LOG_LEVEL: 'warn', TRUST_PROXY: 'true', SMTP_URL: sink.url },
    ...{ SECRET_KEY: randomBytes(32).toString('hex'), DATABASE_URL: url, DATABASE_POOL_SIZE: '10' },
    PUBLIC_URL: `http://${HOSTS.app1}:${PORT}`,
  };
  const close = async () => {
    await emulator.stop();
    sink.close();
  };
  return { sink, emulator, emulatorFile, environment, close };
}

/** A process of the product on a host; several of one host have different ports. */
export async function startProduct({ host, port = PORT, environment, folder }) {
  const logFile = join(folder, `${host}-${port}.log`);
  const launch = async () => {
    const own = { ...environment, HOST: HOSTS[host], PORT: String(port) };
    const child = startProgram('main.js', own, logFile, [], onHost(host));
    await untilReady(`http://${HOSTS[host]}:${port}/readyz`, child);
    return child;
  };
  const product = {
    ...{ host, port, logFile, child: await launch() },
    start: async () => {
      product.child = await launch();
    },
    readiness: () =>
      fetch(`http://${HOSTS[host]}:${port}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
        (answer) => answer.status,
        () => 0,
      ),
  };
  return product;
}

/** @param {{ environment: Record<string, string>, folder: string, each?: number }} options */
export async function startProducts({ environment, folder, each = 1 }) {
  /** @type {Product[]} */
  const products = [];
  for (const host of APPLICATIONS)
    for (let number = 0; number < each; number += 1)
      products.push(await startProduct({ host, port: PORT + number, environment, folder }));
  return products;
}

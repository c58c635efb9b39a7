import { closeSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { errorCode, isUnavailable } from './errors.ts';
import type { Log } from './pool.ts';
import { findBinaries } from './postgres-binaries.ts';
import { type Address, addressOf, ensureDataFolder, urlOf } from './postgres-data.ts';
import { chooseRunAs, handOver, type RunAs, startPostgres } from './postgres-process.ts';
import { START_PATIENCE_MS, Supervisor } from './postgres-supervisor.ts';

const LOG_FILE_LIMIT_BYTES = 5_000_000;
const DATABASE = 'vesalius';

/** Small values, because the whole platform shares a machine. Passed at each start, so that a release can change them. */
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export interface EmbeddedPostgres {
  url: string;
  /** The folder that holds the data, named with the major version. */
  dataFolder: string;
  /** False if another of our processes runs the server on this folder. */
  isOwner(): boolean;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** For tests, which need speed and not durability. */
  settings?: Record<string, string>;
}

/**
 * Starts PostgreSQL on the data folder, or connects to the one that already runs there, and restarts it when it dies or when
 * the process that owned it ends. A real PostgreSQL and not a library inside of Node, because it survives power cuts and
 * because two processes cannot damage its files.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const binaries = findBinaries(join(dataDir, 'postgres-libraries'));
  const runAs = chooseRunAs(join(dataDir, `postgres-${binaries.major}`));
  const dataFolder = await ensureDataFolder(dataDir, binaries, runAs);
  const address = addressOf(dataDir, dataFolder, runAs);
  const logFile = join(dataDir, 'postgres.log');
  const settings = { ...SETTINGS, ...listenSettings(address), ...options.settings };
  const server = new Supervisor({
    spawn: () =>
      withLogFile(logFile, runAs, (output) => startPostgres(binaries, runAs, dataFolder, settings, output)),
    address,
    dataFolder,
    logFile,
    log: options.log,
  });
  try {
    await ensureDatabase(server, address);
  } catch (error) {
    await server.close();
    throw error;
  }
  server.keepRunning();
  return {
    url: urlOf(address, DATABASE),
    dataFolder,
    isOwner: () => server.isOwner(),
    close: () => server.close(),
  };
}

/** The server writes to a file, because a pipe to this process would break when the process ends. */
function withLogFile<Result>(path: string, runAs: RunAs, work: (output: number) => Result): Result {
  const isTooLarge = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_FILE_LIMIT_BYTES;
  const output = openSync(path, isTooLarge ? 'w' : 'a', 0o600);
  try {
    handOver(path, runAs);
    return work(output);
  } finally {
    closeSync(output);
  }
}

function listenSettings({ host, port, password }: Address): Record<string, string> {
  return password
    ? { listen_addresses: host, port: String(port), unix_socket_directories: '' }
    : {
        listen_addresses: '',
        port: String(port),
        unix_socket_directories: host,
        unix_socket_permissions: '0700',
      };
}

/** The server that answered may be stopping together with its owner: then start another. */
async function ensureDatabase(server: Supervisor, address: Address): Promise<void> {
  for (const giveUpAt = Date.now() + START_PATIENCE_MS; ; ) {
    await server.ensureRunning();
    try {
      return await createDatabase(address);
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > giveUpAt) throw error;
    }
  }
}

async function createDatabase(address: Address): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(address, 'postgres'),
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Two processes that start at once: the other one has created it.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await client.end();
  }
}

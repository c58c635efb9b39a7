import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../files/durable-file.ts';
import { StartError } from '../start-error.ts';
import type { Binaries } from './postgres-binaries.ts';
import { cleanEnvironment, handOver, type RunAs } from './postgres-process.ts';

const run = promisify(execFile);
const SUPERUSER = 'postgres';
/** The maximum length of a socket path (macOS: 103), less `/.s.PGSQL.5432`. */
const MAX_SOCKET_FOLDER_LENGTH = 103 - 15;

const UNFINISHED_AFTER_MS = 600_000;

/** Where the server listens. Only Windows needs a password, because sockets have no owner there. */
export interface Address {
  host: string;
  port: number;
  password: string | null;
}

/**
 * Creates the data folder if it is missing, under a temporary name that changes when all of it is on the disk. So a start
 * that is killed leaves only a temporary folder, and of two starts at once one gets the final name.
 */
export async function ensureDataFolder(dataDir: string, binaries: Binaries, runAs: RunAs): Promise<string> {
  const folder = join(dataDir, `postgres-${binaries.major}`);
  if (existsSync(folder)) {
    if (!existsSync(join(folder, 'PG_VERSION')))
      throw new StartError(
        `${folder} holds no database that this user can read: restore it from your backup, or move the folder away, and an empty database is created.`,
      );
    // The folder may date from a time when user namespaces were permitted.
    handOver(folder, runAs);
    return realpathSync(folder);
  }
  const older = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name));
  if (older) {
    throw new StartError(
      `${join(dataDir, older)} holds the data of another version than the installed PostgreSQL ${binaries.major}: ` +
        'docs/operations.md says how to move it',
    );
  }
  await removeUnfinished(dataDir);
  const temporaryFolder = await mkdtemp(`${folder}-new-`);
  try {
    handOver(temporaryFolder, runAs);
    const address = process.platform === 'win32' ? await newLoopbackAddress() : null;
    await initdb(temporaryFolder, binaries, runAs, address);
    await rename(temporaryFolder, folder).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code ?? '') || !existsSync(folder)) throw error;
    });
    await syncFolder(dataDir);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
  return realpathSync(folder);
}

/** Deletes what a killed start left behind; a younger folder may belong to a start in progress. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((each) => /^postgres-\d+-new-/.test(each))) {
    const path = join(dataDir, name);
    const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > UNFINISHED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

async function initdb(
  folder: string,
  binaries: Binaries,
  runAs: RunAs,
  address: Address | null,
): Promise<void> {
  const passwordFile = join(dirname(folder), `${randomBytes(8).toString('hex')}.password`);
  if (address) {
    writeFileSync(passwordFile, String(address.password), { mode: 0o600 });
  }
  const [program = '', ...args] = [
    ...runAs.prefix,
    binaries.initdb,
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    // Authentication is not needed, because other users cannot reach the folder of the socket.
    ...(address ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']),
    '--encoding=UTF8',
    // The same collation on every machine, whatever locales it has installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-collate=C',
    // With lc-ctype=C, pg_trgm would ignore letters beyond ASCII.
    ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : []),
    ...(process.platform === 'darwin' ? ['--lc-ctype=en_US.UTF-8'] : []),
    '--lc-messages=C',
    // One sync of the file system instead of one per file: twice as fast, equally safe.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
  const { uid, gid } = runAs;
  const userOptions = uid === undefined ? {} : { uid, gid };
  try {
    await run(program, args, { env: cleanEnvironment(binaries), cwd: folder, ...userOptions });
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? '').trim() || String(error);
    throw new Error(`the embedded PostgreSQL could not create its data folder: ${output}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
  if (address) writeFileSync(join(folder, 'vesalius-address.json'), JSON.stringify(address), { mode: 0o600 });
}

async function newLoopbackAddress(): Promise<Address> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return { host: '127.0.0.1', port, password: randomBytes(24).toString('base64url') };
}

/** Every process that opens this data folder gets the same address. */
export function addressOf(dataDir: string, dataFolder: string, runAs: RunAs): Address {
  if (process.platform === 'win32') {
    return JSON.parse(readFileSync(join(dataFolder, 'vesalius-address.json'), 'utf8')) as Address;
  }
  const runFolder = join(dataDir, 'run');
  const hash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const host = runFolder.length <= MAX_SOCKET_FOLDER_LENGTH ? runFolder : join(tmpdir(), `vesalius-${hash}`);
  mkdirSync(host, { recursive: true, mode: 0o700 });
  handOver(host, runAs);
  const { uid } = lstatSync(host);
  // In the shared temporary folder another user may have created this name first, to read what we send.
  if (uid !== (runAs.uid ?? process.getuid?.()))
    throw new StartError(`${host} belongs to another user: remove it`);
  chmodSync(host, 0o700);
  return { host, port: 5432, password: null };
}

export function urlOf({ host, port, password }: Address, database: string): string {
  if (password) return `postgres://${SUPERUSER}:${password}@${host}:${port}/${database}`;
  return `postgres://${SUPERUSER}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/**
 * A throw-away cluster of the PostgreSQL that is installed on this machine (Debian's 15 or any later one), beside
 * the embedded 18: what we ship must run on both, so the HTTP tests run a second time here.
 *
 *   node scripts/external-postgres.mjs        starts one, prints its URL, stops with Ctrl-C
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const OLDEST_MAJOR = 15;
const START_PATIENCE_MS = 30_000;

/** As in server/src/platform/database/postgres-process.ts: stops the cluster when this process ends for any reason. */
const GUARD = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r line <&3 || kill -INT $server; } 2>/dev/null &
exec 3<&-
wait $server
`;

/**
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').ExecFileSyncOptions} [options]
 */
const run = (file, args, options = {}) =>
  execFileSync(file, args, { ...options, encoding: 'utf8', stdio: 'pipe' });

/**
 * @typedef {object} InstalledPostgres
 * @property {string} bin
 * @property {string} version
 */
/**
 * @typedef {object} ExternalPostgres
 * @property {string} url
 * @property {string} version
 * @property {string} dataFolder
 * @property {() => Promise<void>} start Starts it again after it has ended.
 * @property {() => Promise<void>} ended Resolves when the running server has ended.
 * @property {() => Promise<void>} stop
 */

/**
 * The installed PostgreSQL, or the reason why there is none. Installs Debian's package if possible as root.
 * @param {{ install?: boolean }} [options]
 * @returns {InstalledPostgres | { reason: string }}
 */
export function findPostgres({ install = true } = {}) {
  if (process.platform === 'win32') return { reason: 'not looked for on Windows' };
  const found = newestInstalled();
  if (found) return found;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!install || !isDebianRoot) {
    return {
      reason: `no PostgreSQL ${OLDEST_MAJOR} or later is installed (on Debian: apt-get install postgresql)`,
    };
  }
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    /** @param {string[]} args */
    const apt = (...args) => run('apt-get', ['-qq', '-y', ...args], { env });
    try {
      apt('install', '--no-install-recommends', 'postgresql');
    } catch {
      // The package lists may be old, or missing as in a fresh container.
      apt('update');
      apt('install', '--no-install-recommends', 'postgresql');
    }
  } catch (error) {
    const said = String(/** @type {{ stderr?: string }} */ (error).stderr ?? error)
      .trim()
      .split('\n')
      .at(-1);
    return { reason: `PostgreSQL could not be installed (${said})` };
  }
  return newestInstalled() ?? { reason: `the system's own PostgreSQL is older than ${OLDEST_MAJOR}` };
}

function newestInstalled() {
  const debian = '/usr/lib/postgresql';
  const folders = existsSync(debian) ? readdirSync(debian).map((name) => join(debian, name, 'bin')) : [];
  folders.push(...(process.env.PATH ?? '').split(':'));
  return folders
    .filter((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb')))
    .map((bin) => ({
      bin,
      version: run(join(bin, 'postgres'), ['--version']).match(/\d+(\.\d+)?/)?.[0] ?? '0',
    }))
    .filter(({ version }) => Number.parseInt(version, 10) >= OLDEST_MAJOR)
    .sort((a, b) => Number(b.version) - Number(a.version))[0];
}

/**
 * PostgreSQL refuses to run as root: it runs as the package's user, or as nobody.
 * @returns {{ uid?: number, gid?: number }}
 */
function accountForServer() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: Number(run('id', ['-u', name])), gid: Number(run('id', ['-g', name])) };
    } catch {}
  }
  return { uid: 65534, gid: 65534 };
}

/**
 * A new cluster in a temporary folder, reachable only through the socket in that folder.
 * @param {InstalledPostgres} installed
 * @param {Record<string, string>} [settings]
 * @returns {Promise<ExternalPostgres>}
 */
export async function startExternalPostgres({ bin, version }, settings = {}) {
  const account = accountForServer();
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-pg-'));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const log = join(folder, 'log');
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  /** @type {Promise<void>} */
  let ended = Promise.resolve();

  run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      env,
      cwd: folder,
      ...account,
    },
  );

  function launch() {
    const output = openSync(log, 'a');
    const options = Object.entries({ listen_addresses: '', unix_socket_directories: folder, ...settings });
    const args = ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const server = spawn('/bin/sh', ['-c', GUARD, 'postgres', join(bin, 'postgres'), ...args], {
      detached: true,
      stdio: ['pipe', output, output],
      cwd: folder,
      env,
      ...account,
    });
    closeSync(output);
    child = server;
    // `stdio` makes it a pipe.
    const stdin = /** @type {import('node:stream').Writable} */ (server.stdin);
    stdin.on('error', () => {});
    ended = new Promise((resolve) => {
      server.once('exit', () => {
        stdin.end('ended\n');
        resolve();
      });
    });
    return server;
  }

  let restarted = false;
  async function start() {
    let server = launch();
    for (const giveUpAt = Date.now() + START_PATIENCE_MS; ; await sleep(30)) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
      client.on('error', () => {});
      try {
        await client.connect();
        restarted = true;
        return;
      } catch (error) {
        const over = server.exitCode !== null || server.signalCode !== null;
        // After a kill, its child processes need a moment to end; until then the next server refuses to start.
        if (over && restarted && Date.now() < giveUpAt) {
          await sleep(100);
          server = launch();
        } else if (over || Date.now() > giveUpAt) {
          throw new Error(`${readFileSync(log, 'utf8').slice(-2000)}`, { cause: error });
        }
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  async function stop() {
    child?.stdin?.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, version, dataFolder: data, start, ended: () => ended, stop };
}

/**
 * Runs `work(url, cluster)` with such a cluster, by default without syncing to the disk. Returns `{ result }`. If no
 * PostgreSQL is available, prints "skipped" with the reason and returns `{ skipped: reason }`.
 * @template Result
 * @param {(url: string, cluster: ExternalPostgres) => Promise<Result>} work
 * @param {{ install?: boolean, settings?: Record<string, string> }} [options]
 * @returns {Promise<{ result: Result } | { skipped: string }>}
 */
export async function withExternalPostgres(work, { install = true, settings = { fsync: 'off' } } = {}) {
  const found = findPostgres({ install });
  if ('reason' in found) {
    console.log(`skipped: external PostgreSQL, ${found.reason}`);
    return { skipped: found.reason };
  }
  const cluster = await startExternalPostgres(found, settings);
  try {
    return { result: await work(cluster.url, cluster) };
  } finally {
    await cluster.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await withExternalPostgres(async (url, { version }) => {
    console.log(`PostgreSQL ${version}: ${url}`);
    await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  });
}

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Binaries } from './postgres-binaries.ts';

const NOBODY = 65534;

/** The user that PostgreSQL runs as: it refuses to run as root. */
export interface RunAs {
  /** Prepended to each command. */
  prefix: string[];
  uid?: number;
  gid?: number;
}

/**
 * A normal user: itself. Root: the owner of the data if that is another user; otherwise a user namespace, which needs no
 * account and works below private home folders; where that is not permitted (many containers), "nobody".
 */
export function chooseRunAs(dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = ownerOf(dataDir);
  if (owner.uid !== 0) return { prefix: [], ...owner };
  const prefix = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  const permitted = spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
  return permitted ? { prefix } : { prefix: [], uid: NOBODY, gid: NOBODY };
}

/** The owner of the folder, or of its nearest existing parent. */
function ownerOf(folder: string): { uid: number; gid: number } {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats ? { uid: stats.uid, gid: stats.gid } : ownerOf(dirname(folder));
}

/** Gives a path that root created to the user that runs PostgreSQL. */
export function handOver(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && statSync(path).uid !== uid) execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
}

/** Leaves out our environment, because PG* variables would change the server's behavior. */
export function cleanEnvironment({ libraryPath }: Binaries): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    TZ: 'UTC',
    // The lock file of a killed container may hold our own process id, which is alive: PostgreSQL ignores the id of its
    // parent, and of the grandparent that is named here.
    PG_GRANDPARENT_PID: String(process.pid),
    ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}),
    // Windows programs do not start without it.
    ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
  };
}

/** A fast shutdown takes longer only where it hangs, as in the recovery that a full disk has stopped. */
const STOP_PATIENCE_SECONDS = 20;

/*
 * The shell waits on a pipe whose other end only this process holds: when Node ends for any reason, even by SIGKILL, the pipe
 * closes and the shell tells PostgreSQL to stop (INT = a fast, clean shutdown), and then, if it has not stopped in time, to end
 * at once (QUIT; the next start recovers from the write-ahead log). A line through the pipe means that PostgreSQL has already
 * ended, so that no signal goes to a process id that may have been reused.
 *
 * PostgreSQL detects another server on its folder by process ids and shared memory, which containers do not share. So each
 * server also locks its log file; the system releases that lock when the last of its processes has ended.
 */
const guard = (patienceSeconds: number) => `
if command -v flock >/dev/null; then
  flock -n 1 || { echo 'another PostgreSQL runs on this data folder'; exit 1; }
fi
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r line <&3 || {
  kill -INT $server
  waited=0
  while [ $waited -lt ${patienceSeconds} ]; do sleep 1 3<&-; waited=$((waited + 1)); done
  kill -QUIT $server
} } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $server
kill $watch 2>/dev/null
`;

export interface PostgresProcess {
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  hasEnded(): boolean;
  /** Closes connections, flushes everything to the disk and ends. */
  stop(): Promise<void>;
}

/** `output` is an open file: a pipe to this process would block or break. */
export function startPostgres(
  binaries: Binaries,
  runAs: RunAs,
  dataFolder: string,
  settings: Record<string, string>,
  output: number,
  patienceSeconds: number = STOP_PATIENCE_SECONDS,
): PostgresProcess {
  const args = [
    '-D',
    dataFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const command = [...runAs.prefix, binaries.postgres, ...args];
  const isWindows = process.platform === 'win32';
  const child: ChildProcess = spawn(
    isWindows ? binaries.postgres : '/bin/sh',
    isWindows ? args : ['-c', guard(patienceSeconds), 'postgres', ...command],
    {
      // A session of its own: Ctrl-C reaches only this process, so that HTTP drains while the database still answers.
      detached: !isWindows,
      stdio: ['pipe', output, output],
      cwd: dataFolder,
      env: cleanEnvironment(binaries),
      ...(runAs.uid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid }),
    },
  );
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      hasEnded = true;
      child.stdin?.end('ended\n');
      resolve();
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  child.stdin?.on('error', () => {});
  // The server alone does not keep this process running.
  child.unref();
  (child.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return {
    ended,
    hasEnded: () => hasEnded,
    stop: async () => {
      if (isWindows)
        spawnSync(binaries.pgCtl, ['stop', '-D', dataFolder, '-m', 'fast', '-w'], { stdio: 'ignore' });
      child.ref();
      child.stdin?.end();
      await ended;
    },
  };
}

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Binaries } from './postgres-binaries.ts';

const NOBODY = 65534;

/** As whom PostgreSQL runs: it refuses to be root. */
export interface RunAs {
  /** Put before each command. */
  prefix: string[];
  uid?: number;
  gid?: number;
}

/**
 * A normal user: itself. Root: the owner of the data if that is somebody else; otherwise a user namespace, which
 * needs no account and works below closed homes; where that is not permitted (many containers), "nobody".
 */
export function chooseRunAs(dataDir: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = ownerOf(dataDir);
  if (owner.uid !== 0) return { prefix: [], ...owner };
  const prefix = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
  const permitted = spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
  return permitted ? { prefix } : { prefix: [], uid: NOBODY, gid: NOBODY };
}

/** Of the folder, or of the nearest one above it that exists. */
function ownerOf(folder: string): { uid: number; gid: number } {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found ? { uid: found.uid, gid: found.gid } : ownerOf(dirname(folder));
}

/** Gives what we made as root to the one who runs PostgreSQL. */
export function handOver(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && statSync(path).uid !== uid) execFileSync('chown', ['-R', `${uid}:${gid}`, path]);
}

/** Nothing of our own environment: PG* variables would change what the server does. */
export function cleanEnvironment({ libraryPath }: Binaries): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
    TZ: 'UTC',
    // A lock file left behind by a killed container may hold our own number, which is alive: PostgreSQL
    // ignores those of its parent and of the grandparent it is told about.
    PG_GRANDPARENT_PID: String(process.pid),
    ...(libraryPath ? { LD_LIBRARY_PATH: libraryPath } : {}),
    // Windows programs do not start without it.
    ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
  };
}

/*
 * The shell waits on a pipe whose other end only we hold: when Node ends in any way, also by SIGKILL, the pipe
 * closes and PostgreSQL is told to stop (INT = now, cleanly). A line through the pipe means that PostgreSQL has
 * already ended, so that nobody signals a number that may belong to another process by then.
 *
 * PostgreSQL knows another server on its folder by process numbers and shared memory, which containers do not share. So each
 * one also holds a lock on its log, which the system takes back when the last of its processes has ended.
 */
const GUARD = `
if command -v flock >/dev/null; then
  flock -n 1 || { echo 'another PostgreSQL runs on this data folder'; exit 1; }
fi
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
{ read -r line <&3 || kill -INT $server; } 2>/dev/null &
exec 3<&-
wait $server
`;

export interface PostgresProcess {
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  hasEnded(): boolean;
  /** Cuts connections, writes everything down, ends. */
  stop(): Promise<void>;
}

/** `output` is an open file: a pipe to us would block or break when we are gone. */
export function startPostgres(
  binaries: Binaries,
  runAs: RunAs,
  dataFolder: string,
  settings: Record<string, string>,
  output: number,
): PostgresProcess {
  const args = [
    '-D',
    dataFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const command = [...runAs.prefix, binaries.postgres, ...args];
  const windows = process.platform === 'win32';
  const child: ChildProcess = spawn(
    windows ? binaries.postgres : '/bin/sh',
    windows ? args : ['-c', GUARD, 'postgres', ...command],
    {
      // A session of its own: Ctrl-C reaches us alone, so that HTTP drains while the database still answers.
      detached: !windows,
      stdio: ['pipe', output, output],
      cwd: dataFolder,
      env: cleanEnvironment(binaries),
      ...(runAs.uid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid }),
    },
  );
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      over = true;
      child.stdin?.end('ended\n');
      resolve();
    };
    child.once('exit', finish);
    child.once('error', finish);
  });
  child.stdin?.on('error', () => {});
  // The server alone does not keep us running.
  child.unref();
  (child.stdin as unknown as { unref?(): void } | null)?.unref?.();
  return {
    ended,
    hasEnded: () => over,
    stop: async () => {
      if (windows)
        spawnSync(binaries.pgCtl, ['stop', '-D', dataFolder, '-m', 'fast', '-w'], { stdio: 'ignore' });
      child.ref();
      child.stdin?.end();
      await ended;
    },
  };
}

import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { DAY_MS } from './durations.ts';

/** Whether a process of another machine lives is unknown, but no work takes a day. */
const ABANDONED_AFTER_MS = DAY_MS;

/** Below the data folder: equally private, on the same disk, and writable where `/tmp` is not. */
export const workFoldersOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'work');

/**
 * Makes a folder for the duration of `work`. Its name holds the process id, so that a later start can tell that it was
 * left behind.
 */
export async function inWorkFolder<Result>(
  root: string,
  purpose: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, `${machine()}~${process.pid}~${purpose}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the folders of dead processes. Call it before this process makes a folder. */
export async function removeDeadWorkFolders(root: string): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const path = join(root, name);
    if (await isAbandoned(name, path)) await rm(path, { recursive: true, force: true });
  }
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [owner, pid] = name.split('~');
  if (owner === machine()) return !isAlive(Number(pid));
  const stats = await stat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS;
}

function isAlive(pid: number): boolean {
  // Process ids repeat when a container restarts: the folder belongs to the previous run.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process lives, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const machine = () => hostname().replace(/[^\w.-]/g, '') || 'here';

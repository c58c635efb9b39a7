import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';

/** Another machine's processes cannot be asked whether they live; no work takes a day. */
const ABANDONED_AFTER_MS = 86_400_000;

/** Below the data folder: as private as it, on the same disk, and writable where `/tmp` is not. */
export const workFoldersOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'work');

/** A folder for the time of `work`, named with the process that uses it, so that a later start knows it as left behind. */
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

/** What killed processes left. Call it before this process has a folder of its own. */
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
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
}

function isAlive(pid: number): boolean {
  // A container starts with the same number again: what has ours was made by the one before.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process lives as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const machine = () => hostname().replace(/[^\w.-]/g, '') || 'here';

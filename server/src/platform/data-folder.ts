import { access, chmod, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './database/pool.ts';
import { StartError } from './start-error.ts';

const { R_OK, W_OK, X_OK } = constants;
/** What a start makes, reads or writes directly below the data folder, and how: secrets may be kept read-only. */
const FILES = { 'secret-key': R_OK, 'credential-key.json': R_OK, 'postgres.log': R_OK | W_OK };
const FOLDER = R_OK | W_OK | X_OK;
const FOLDERS = ['files', 'work', 'run', 'web-assets', 'postgres-libraries'];
const DATABASE_FOLDER = /^postgres-\d+$/;

/**
 * What we keep is nobody else's to read: files, mails, the database. From here on this process makes files for
 * its user alone; folders that an earlier release made with wider modes are closed, and with them all that lies in them.
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });
  await demandUsable(dataDir, 'folder', FOLDER);
  // Started by root, PostgreSQL may run as another user, who has to get through to its own folder below.
  const traversable = process.getuid?.() === 0 ? 0o711 : 0o700;
  await close(dataDir, traversable, log);
  await close(join(dataDir, 'files'), 0o700, log);
  for (const [name, mode] of Object.entries(FILES)) await demandUsable(join(dataDir, name), 'file', mode);
  const databases = (await readdir(dataDir)).filter((name) => DATABASE_FOLDER.test(name));
  for (const name of [...FOLDERS, ...databases]) await demandUsable(join(dataDir, name), 'folder', FOLDER);
}

/** A start that met it later would serve without it, or end with what only a programmer can read. */
async function demandUsable(path: string, kind: 'file' | 'folder', mode: number): Promise<void> {
  const found = await stat(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    if (await lstat(path).catch(() => null)) throw new StartError(`${path} is a link that leads nowhere.`);
    return null;
  });
  if (!found) return;
  const isKind = kind === 'file' ? found.isFile() : found.isDirectory();
  if (!isKind) throw new StartError(`${path} has to be a ${kind}, and is something else: move it away.`);
  await access(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error;
    throw new StartError(
      `Cannot use ${path}: permission denied (it belongs to user ${found.uid}, and this is user ${process.getuid?.()}).`,
      { cause: error },
    );
  });
}

async function close(folder: string, mode: number, log: Log): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (process.platform === 'win32' || !found || (found.mode & 0o777 & ~mode) === 0) return;
  await chmod(folder, found.mode & mode).catch((error: unknown) =>
    log.warn(
      { err: error, folder },
      'other users of this machine may read this folder, and it cannot be closed',
    ),
  );
}

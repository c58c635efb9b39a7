import { access, chmod, constants, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './database/pool.ts';
import { StartError } from './start-error.ts';

const { R_OK, W_OK, X_OK } = constants;
/**
 * What a start creates, reads or writes directly below the data folder, with the access it needs: secrets may be
 * read-only.
 */
const FILES = { 'secret-key': R_OK, 'credential-key.json': R_OK, 'postgres.log': R_OK | W_OK };
const FOLDER = R_OK | W_OK | X_OK;
const FOLDERS = ['files', 'work', 'run', 'web-assets', 'postgres-libraries'];
const DATABASE_FOLDER = /^postgres-\d+$/;

/**
 * Other users of the machine must not read our data: files, mails, the database. This process creates files for its own
 * user only from here on; folders that an earlier release made with wider modes are restricted, which protects their content.
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });
  await assertUsable(dataDir, 'folder', FOLDER);
  // When root starts it, PostgreSQL may run as another user, which must be able to reach its own folder below.
  const traversable = process.getuid?.() === 0 ? 0o711 : 0o700;
  await restrictMode(dataDir, traversable, log);
  await restrictMode(join(dataDir, 'files'), 0o700, log);
  for (const [name, mode] of Object.entries(FILES)) await assertUsable(join(dataDir, name), 'file', mode);
  const databases = (await readdir(dataDir)).filter((name) => DATABASE_FOLDER.test(name));
  for (const name of [...FOLDERS, ...databases]) await assertUsable(join(dataDir, name), 'folder', FOLDER);
}

/** Fails with a clear message now; later the same problem would be an error that only a programmer can read. */
async function assertUsable(path: string, kind: 'file' | 'folder', mode: number): Promise<void> {
  const stats = await stat(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    if (await lstat(path).catch(() => null)) throw new StartError(`${path} is a link that leads nowhere.`);
    return null;
  });
  if (!stats) return;
  const isKind = kind === 'file' ? stats.isFile() : stats.isDirectory();
  if (!isKind) throw new StartError(`${path} has to be a ${kind}, and is something else: move it away.`);
  await access(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error;
    throw new StartError(
      `Cannot use ${path}: permission denied (it belongs to user ${stats.uid}, and this is user ${process.getuid?.()}).`,
      { cause: error },
    );
  });
}

async function restrictMode(folder: string, mode: number, log: Log): Promise<void> {
  const stats = await stat(folder).catch(() => null);
  if (process.platform === 'win32' || !stats || (stats.mode & 0o777 & ~mode) === 0) return;
  await chmod(folder, stats.mode & mode).catch((error: unknown) =>
    log.warn(
      { err: error, folder },
      'other users of this machine may read this folder, and it cannot be closed',
    ),
  );
}

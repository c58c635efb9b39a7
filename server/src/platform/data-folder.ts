import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './database/pool.ts';

/**
 * What we keep is nobody else's to read: paid books, letters, the database. From here on this process makes files for
 * its user alone; folders that an earlier release made with wider modes are closed, and with them all that lies in them.
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true });
  // Started by root, PostgreSQL may run as another user, who has to get through to its own folder below.
  const traversable = process.getuid?.() === 0 ? 0o711 : 0o700;
  await close(dataDir, traversable, log);
  await close(join(dataDir, 'files'), 0o700, log);
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

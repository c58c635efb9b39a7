import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from '../ids.ts';
import { nullIfAbsent } from './absent.ts';

/** The errors of file systems without hard links (some network file systems). */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Creates `path` with this content, readable by its owner only: complete and on the disk, or not at all, even after a power
 * cut or on a full disk. Returns false if the name exists: of several processes at once, the first one creates the file.
 */
export async function createFileOnce(path: string, content: string | Uint8Array): Promise<boolean> {
  const temporary = `${path}.${newId()}.part`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await takeName(temporary, path))) return false;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

async function takeName(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code ?? '')) throw error;
  }
  const isTaken = (await nullIfAbsent(stat(path))) !== null;
  if (!isTaken) await rename(temporary, path);
  return !isTaken;
}

/** A new name is durable only when its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

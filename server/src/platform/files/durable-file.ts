import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from '../ids.ts';

/** File systems without hard links (some of the network) say so in one of these ways. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/**
 * Gives `path` its content once, for its owner alone: whole and on the disk, or not at all, also after a power cut or on
 * a full disk. Answers false when the name exists already: of several processes at once, the first one's file stands.
 */
export async function createFileOnce(path: string, content: string | Uint8Array): Promise<boolean> {
  const neighbor = `${path}.${newId()}.part`;
  try {
    const handle = await open(neighbor, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await takeName(neighbor, path))) return false;
  } finally {
    await rm(neighbor, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

async function takeName(neighbor: string, path: string): Promise<boolean> {
  try {
    await link(neighbor, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code ?? '')) throw error;
  }
  const isTaken = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isTaken) await rename(neighbor, path);
  return !isTaken;
}

/** A name is safe only when the folder that holds it is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

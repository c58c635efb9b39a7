import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE } from './read-book-folder.ts';

/** What publishers keep beside the book: sources and tools change without the book changing. */
const NOT_OF_THE_BOOK = new Set(['source', 'node_modules']);
/** Grows when an import would make other files or rows of the same folder. */
const IMPORT_VERSION = 1;

/**
 * Whether a folder changed since its last import, at the price of a look at its list of files: names, sizes, times,
 * and the manifest itself.
 */
export async function folderHash(folder: string): Promise<string> {
  const hash = createHash('sha256').update(`import ${IMPORT_VERSION}\n`);
  hash.update(await readFile(join(folder, MANIFEST_FILE)).catch(() => ''));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !NOT_OF_THE_BOOK.has(path.slice(folder.length + 1).split(/[/\\]/)[0] ?? ''))
    .sort();
  for (const path of files) {
    const { size, mtimeMs } = await stat(path);
    hash.update(`${path.slice(folder.length)} ${size} ${Math.round(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

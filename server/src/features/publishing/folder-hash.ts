import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Files that publishers keep beside the book: sources and tools can change without a change of the book. */
const NOT_OF_THE_BOOK = new Set(['source', 'node_modules']);
/** Increment it when an import makes other files or rows from the same folder. */
const IMPORT_VERSION = 1;

/**
 * Hashes the names and contents of a folder, to tell whether it changed since its last import. Modification times
 * differ between clones, and importing the demo again because of them would take a minute without a shop.
 */
export async function folderHash(folder: string): Promise<string> {
  const hash = createHash('sha256').update(`import ${IMPORT_VERSION}\n`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !NOT_OF_THE_BOOK.has(path.slice(folder.length + 1).split(/[/\\]/)[0] ?? ''))
    .sort();
  for (const path of files) {
    const { size } = await stat(path);
    hash.update(`${path.slice(folder.length).split(sep).join('/')} ${size}\n`);
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
      hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}

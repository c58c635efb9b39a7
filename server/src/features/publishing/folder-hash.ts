import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** What publishers keep beside the book: sources and tools change without the book changing. */
const NOT_OF_THE_BOOK = new Set(['source', 'node_modules']);
/** Grows when an import would make other files or rows of the same folder. */
const IMPORT_VERSION = 1;

/**
 * Whether a folder changed since its last import, by its names and contents: times differ from clone to clone, and a demo
 * that is imported anew for them is a minute without a shop.
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

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/* A folder as one compressed file, so that a backup of thousands of small files is a single entry of the repository. */

export function packFolder(folder: string, file: string): void {
  const contents = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')]);
  writeFileSync(file, brotliCompressSync(JSON.stringify(contents)));
}

export function unpackFolder(file: string, folder: string): void {
  const contents = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as [string, string][];
  for (const [name, content] of contents) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), Buffer.from(content, 'base64'));
  }
}

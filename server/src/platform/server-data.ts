import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of `server/data`, looked for in each parent folder: the bundled server lies at another depth than this file. */
export function serverDataPath(name: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = [join(folder, 'data', name), join(folder, 'server/data', name)].find((path) =>
      existsSync(path),
    );
    if (found) return found;
    if (folder === dirname(folder)) throw new Error(`the file server/data/${name} is missing`);
  }
}

export const readServerData = (name: string): string => readFileSync(serverDataPath(name), 'utf8');

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of `server/data`, read upwards from here: this file lies at another depth once the server is bundled. */
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './manifest.ts';

/** The browser build, from which documents are made. */
export interface ClientBuild {
  /** The built index.html with its placeholders (`documents.ts`). */
  readonly template: string;
  readonly manifest: Manifest;
  /** The text of a built stylesheet, by its name in the manifest. */
  readonly readCss: (file: string) => string;
}

export function readClientBuild(folder: string): ClientBuild {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const sheets = new Map<string, string>();
  return {
    template: read('index.html'),
    manifest: JSON.parse(read('.vite/manifest.json')) as Manifest,
    readCss(file) {
      const text = sheets.get(file) ?? read(file);
      sheets.set(file, text);
      return text;
    },
  };
}

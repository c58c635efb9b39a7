import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = resolve(import.meta.dirname, '..');
/** @param {string} path A compiled file of the server, after `npm run build`. */
export const pathOfBuilt = (path) => join(root, 'server/dist', path);

let hasTesting = false;
/**
 * A module of the compiled server. What lies under `testing/` is not part of the build and is compiled when first used.
 * @param {string} path
 */
export async function built(path) {
  if (path.startsWith('testing/') && !hasTesting) {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, '-b', join(root, 'server/tsconfig.tests.json')], {
      stdio: 'inherit',
    });
    hasTesting = true;
  }
  return import(pathToFileURL(pathOfBuilt(path)).href);
}

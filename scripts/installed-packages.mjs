/** Whether the packages of package-lock.json are installed, by npm's own record of what it installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 */

/**
 * @param {string} path
 * @returns {Record<string, Package>}
 */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};

/**
 * npm leaves out optional packages of other systems, and those that only they need.
 * @param {Package} wanted
 */
const mayLack = ({ optional, os, cpu, libc }) =>
  optional === true &&
  !(
    (os || cpu) &&
    !libc &&
    (os?.includes(process.platform) ?? true) &&
    (cpu?.includes(process.arch) ?? true)
  );

/**
 * True also after an `npm ci` by hand, which leaves no marker of ours.
 * @param {string} root
 */
export function hasLockedPackages(root) {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const found = installed[path];
      if (!found) return mayLack(wanted);
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

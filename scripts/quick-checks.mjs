import { join } from 'node:path';
import { root, run } from './prepare.mjs';

/** @typedef {{ code: number }} Ended */

/** @param {string} path */
export const bin = (path) => join(root, 'node_modules', path);
/**
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Ended>}
 */
export const node = (args, env = {}) => run(process.execPath, args, { env: { ...process.env, ...env } });

/**
 * The checks that take seconds, for `npm test` and `npm run check`: each passes or fails as a whole.
 * @type {[name: string, title: string, args: string[]][]}
 */
export const QUICK_CHECKS = [
  ['format', 'Format and lint', [bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['imports', 'Directions of imports', ['scripts/check-imports.mjs']],
  ['layers', 'No product words below the features', ['scripts/check-product-words.mjs']],
  ['packages', 'Packages are declared', ['scripts/check-packages.mjs']],
  ['unused', 'Exports and packages that nothing uses', [bin('knip/bin/knip.js')]],
  ['messages', 'Messages', ['scripts/check-messages.mjs']],
  ['notice', 'Licences of what is shipped', ['scripts/write-notice.mjs', '--check']],
  ['conformance', 'Conformance report', ['scripts/conformance-report.mjs', '--check']],
  ['types', 'Types', [bin('typescript/bin/tsc'), '-b']],
];

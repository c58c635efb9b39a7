/**
 * Every imported package is declared in the nearest package.json, or in the root's for files that are not shipped
 * (tests, scripts, benches, the tools of the demo), and all declarations name the same version.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { importsIn } from './imports-in.mjs';

const root = resolve(import.meta.dirname, '..');
const FOLDERS = ['scripts', 'bench', 'demo', 'e2e', 'contract', 'server', 'web'];
/** The files that a package ships, without its tests and the configuration of its tools. */
const SHIPPED = /^(?:contract|server|web)\/src\/(?!(?:.*\/)?testing\/|.*\.test\.tsx?$)/;

/** @typedef {{ name: string } & Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>} Manifest */
/** @type {Map<string, Manifest>} */
const manifests = new Map();
/** @param {string} folder */
function manifestOf(folder) {
  const file = join(folder, 'package.json');
  let manifest = manifests.get(file);
  if (!manifest) {
    manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(file, 'utf8')));
    manifests.set(file, manifest);
  }
  return manifest;
}
/** @param {string} file */
function manifestAbove(file) {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return manifestOf(folder);
}

/** @type {string[]} */
const problems = [];
let count = 0;
for (const folder of FOLDERS)
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const path = `${folder}/${name.split(sep).join('/')}`;
    if (!/\.(?:m?js|jsx|tsx?)$/.test(path) || /(?:^|\/)(?:node_modules|dist|\.cache)\//.test(path)) continue;
    count += 1;
    const own = manifestAbove(join(root, path));
    const declared = SHIPPED.test(path)
      ? { ...own.devDependencies, ...own.dependencies, ...own.optionalDependencies }
      : { ...manifestOf(root).devDependencies, ...own.devDependencies, ...own.dependencies };
    for (const { specifier } of importsIn(join(root, path))) {
      if (/^[./]|^(?:node|data|virtual):/.test(specifier)) continue;
      const package_ = specifier.replace(/^(@[^/]+\/[^/]+|[^/]+).*/, '$1');
      if (package_ !== own.name && !(package_ in declared))
        problems.push(`${path}: ${own.name} does not declare ${package_}`);
    }
  }

/** @type {Map<string, string>} */
const versions = new Map();
for (const folder of ['.', 'contract', 'server', 'web']) {
  const { name, dependencies, devDependencies, optionalDependencies } = manifestOf(join(root, folder));
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const [package_, version] of Object.entries(all)) {
    const other = versions.get(package_) ?? version;
    if (other !== version)
      problems.push(`${name} asks for ${package_} ${version}, another package for ${other}`);
    versions.set(package_, version);
  }
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `packages: what ${count} files import is declared`
    : `packages: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);

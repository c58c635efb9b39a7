/** What every command needs first: a supported version of Node, installed packages, and a current build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasLockedPackages } from './installed-packages.mjs';

export const root = resolve(import.meta.dirname, '..');
const MINIMUM_NODE = { major: 20, minor: 19 };
/** The same as in server/src/platform/descriptors.ts. */
const MINIMUM_OPEN_FILES = 512;

/** Checks the version of Node and the limit of open files, because our modules are many files. */
export function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE.major || (major === MINIMUM_NODE.major && minor < MINIMUM_NODE.minor))
    stop(
      `Vesalius needs Node.js ${MINIMUM_NODE.major}.${MINIMUM_NODE.minor} or later; this is ${process.versions.node}.`,
    );
  const limit = process.platform === 'linux' ? openFilesLimit() : MINIMUM_OPEN_FILES;
  if (limit < MINIMUM_OPEN_FILES)
    stop(
      `Vesalius needs at least ${MINIMUM_OPEN_FILES} open files at a time, and may have ${limit} here: raise the limit (ulimit -n 8192).`,
    );
}

/** NaN if the limit is unknown. */
const openFilesLimit = () =>
  Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);

/**
 * Prints the reason and exits, without a stack trace, because the user can fix the cause.
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  process.stderr.write(`\n${message}\n\n`);
  process.exit(1);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, error?: Error }>}
 */
export function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', (error) => done({ code: 127, error }));
    child.on('exit', (code, signal) => done({ code: code ?? (signal ? 1 : 0) }));
  });
}

/**
 * Measures a step and prints what runs, so that a long one is not mistaken for a hang.
 * @template Result
 * @param {string} title
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
  process.stdout.write(`• ${title} …\n`);
  const begun = performance.now();
  const result = await work();
  process.stdout.write(`  ${title}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  return result;
}

/** The build needs development packages, which npm omits if NODE_ENV is `production`. */
const INSTALLED = 'dev';

/**
 * The `npm` that belongs to this Node; on Windows it is a script that needs a shell.
 * @param {string[]} args
 */
const npm = (args) =>
  process.env.npm_execpath
    ? run(process.execPath, [process.env.npm_execpath, ...args])
    : run('npm', args, { shell: process.platform === 'win32' });

/** False in a container image, which includes the build but no sources. */
export const hasSources = () => existsSync(join(root, 'server/src'));

export async function ensureInstalled() {
  if (!hasSources()) return;
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch} ${INSTALLED}`)
    .digest('hex');
  const marker = join(root, 'node_modules/.installed-for');
  // A manual `npm install --omit=dev` or `npm prune` removes the compiler but keeps the marker.
  const compiler = join(root, 'node_modules/typescript/package.json');
  const isMarked = () => existsSync(marker) && readFileSync(marker, 'utf8') === wanted;
  if (existsSync(compiler) && (isMarked() || hasLockedPackages(root))) return;
  // `npm ci` empties node_modules first: right for a fresh clone, but harmful to programs that are using it.
  const fresh = !existsSync(join(root, 'node_modules'));
  const { code } = await step('Installing packages', () =>
    npm([fresh ? 'ci' : 'install', `--include=${INSTALLED}`, '--no-audit', '--no-fund', '--loglevel=error']),
  );
  if (code !== 0)
    stop('The packages could not be installed. What npm said stands above; check the network and the disk.');
  writeFileSync(marker, wanted);
}

/** @param {string} folder */
function newest(folder) {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    const info = statSync(join(root, folder, name));
    if (info.isFile()) hash.update(`${name} ${info.size} ${info.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function sourcesStamp() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['contract/src', 'server/src', 'web/src', 'web/build', 'web/public'])
    hash.update(newest(folder));
  for (const file of ['web/vite.config.ts', 'web/index.html', 'tsconfig.base.json', 'scripts/build.mjs'])
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

export async function ensureBuilt() {
  const stamp = sourcesStamp();
  const marker = join(root, '.cache/built-from');
  const outputs = ['server/dist/main.js', 'web/dist/client/index.html', 'web/dist/server/entry-server.js'];
  if (
    existsSync(marker) &&
    readFileSync(marker, 'utf8') === stamp &&
    outputs.every((path) => existsSync(join(root, path)))
  )
    return;
  const { code } = await step('Building', () => run(process.execPath, [join(root, 'scripts/build.mjs')]));
  if (code !== 0) stop('The build failed; the reason stands above.');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(marker, stamp);
}

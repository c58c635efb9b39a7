/** Starts a command-line program of the server; shared by the scripts in this folder. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled, ensureNode, hasSources, root, run, stop } from './prepare.mjs';

/**
 * Installs missing packages, builds only the server (if anything changed, and not in a container), runs
 * `server/dist/<path>` and exits with its exit code.
 * @param {string} path
 */
export async function runServerProgram(path, words = process.argv.slice(2)) {
  const program = join(root, 'server/dist', path);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  ensureNode();
  await ensureInstalled();
  if (hasSources())
    await run(process.execPath, [compiler, '-b', 'server'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(program)) stop('The server could not be built; "npm run build" says why.');
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...words], {
    cwd: root,
    env: { ...process.env, INIT_CWD: typedIn() },
    stdio: 'inherit',
  });
  // Ctrl-C reaches the child process directly, which cleans up before it ends; other signals are forwarded.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * The folder in which the command was typed, to which relative folders belong. npm changes to the root and tells it; without
 * npm it is the present one, whatever an npm further out has told.
 */
function typedIn() {
  const { INIT_CWD: told, npm_lifecycle_script: script = '' } = process.env;
  const isByNpm = process.cwd() === root && script.includes(basename(process.argv[1] ?? ''));
  return (isByNpm && told) || process.cwd();
}

/** Starts a command-line program of the server: what the scripts beside this one have in common. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, hasSources, root, run, stop } from './prepare.mjs';

/**
 * Installs what is missing, builds the server's part alone (nothing is done when nothing changed, or in a container),
 * runs `server/dist/<path>` and ends with its exit code.
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
    stdio: 'inherit',
  });
  // Ctrl-C reaches the program by itself, which tidies up before it ends; what is sent to us alone is passed on.
  process.on('SIGINT', () => {});
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

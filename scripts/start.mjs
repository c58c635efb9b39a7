/** `npm start`: installs, builds, prepares the database, loads the demo library, serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './prepare.mjs';
import { SERVER_FLAGS, SERVER_VARIABLES } from './server-flags.mjs';

/** @type {import('node:child_process').ChildProcess | null} */
let server = null;
endWithNpm(() => {
  if (server) server.kill('SIGTERM');
  else process.exit(1);
});
ensureNode();
await ensureInstalled();
await ensureBuilt();

const started = spawn(process.execPath, [...SERVER_FLAGS, join(root, 'server/dist/main.js')], {
  cwd: root,
  env: { ...SERVER_VARIABLES, ...process.env },
  stdio: 'inherit',
});
server = started;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => started.kill(signal));
started.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

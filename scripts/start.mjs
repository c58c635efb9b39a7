/** `npm start`: installs, builds, prepares the database, loads the demo library, serves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './prepare.mjs';
import { SERVER_FLAGS, SERVER_VARIABLES } from './server-flags.mjs';

ensureNode();
await ensureInstalled();
await ensureBuilt();

const server = spawn(process.execPath, [...SERVER_FLAGS, join(root, 'server/dist/main.js')], {
  cwd: root,
  env: { ...SERVER_VARIABLES, ...process.env },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

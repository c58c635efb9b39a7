/** `npm run dev`: rebuilds the server on every change, with the web's development server in front of it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuilt, ensureInstalled, ensureNode, root } from './prepare.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
const stopAll = () => {
  for (const child of children) child.kill();
};
endWithNpm(() => {
  if (children.length > 0) stopAll();
  else process.exit(1);
});
ensureNode();
await ensureInstalled();
await ensureBuilt();

children.push(
  spawn(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'server', '--watch', '--preserveWatchOutput'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  ),
  spawn(process.execPath, ['--watch', ...SERVER_FLAGS, join(root, 'server/dist/main.js')], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
  }),
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);

/** `npm run payment-emulator`: both payment providers, played by a process of their own (docs/payments.md). */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, root, run, stop } from './prepare.mjs';

const program = join(root, 'server/dist/features/commerce/emulator/cli.js');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

ensureNode();
await ensureInstalled();
if (existsSync(compiler))
  await run(process.execPath, [compiler, '-b', 'server'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!existsSync(program)) stop('The server could not be built; "npm run build" says why.');
const emulator = spawn(process.execPath, ['--enable-source-maps', program], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => emulator.kill(signal));
emulator.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

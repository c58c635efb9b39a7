/**
 * The programs of whoever runs the product (docs/operations.md): `npm run backup`, `npm run restore`,
 * `npm run move-database`. They need the server's part alone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, root, run, stop } from './prepare.mjs';

const [name, ...words] = process.argv.slice(2);
const program = join(root, `server/dist/app/operations/${name}.js`);
const compiler = join(root, 'node_modules/typescript/bin/tsc');

ensureNode();
await ensureInstalled();
// Nothing is done when nothing changed; a container has no compiler, and no sources that could have changed.
if (existsSync(compiler))
  await run(process.execPath, [compiler, '-b', 'server'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!existsSync(program)) stop('The server could not be built; "npm run build" says why.');
// Ctrl-C reaches the program as well, which tidies up before it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
const { code } = await run(process.execPath, ['--enable-source-maps', program, ...words]);
process.exit(code);

/** `npm run import-book -- <folder> [--dry-run]`: publishes a book folder (docs/book-folder.md). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, root, run, stop } from './prepare.mjs';

const program = join(root, 'server/dist/features/publishing/cli.js');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

ensureNode();
await ensureInstalled();
// The server's part alone: an import needs no web pages. Nothing is done when nothing changed.
if (existsSync(compiler))
  await run(process.execPath, [compiler, '-b', 'server'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!existsSync(program)) stop('The server could not be built; "npm run build" says why.');
// Ctrl-C reaches the import as well, which tidies up before it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
const { code } = await run(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)]);
process.exit(code);

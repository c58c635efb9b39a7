/** `npm run invite-staff -- <email> <first name> <last name>`: the first of the staff, who invites the others. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, root, run, stop } from './prepare.mjs';

const program = join(root, 'server/dist/features/admin/invite-staff-cli.js');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

ensureNode();
await ensureInstalled();
// The server's part alone; nothing is done when nothing changed.
if (existsSync(compiler))
  await run(process.execPath, [compiler, '-b', 'server'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!existsSync(program)) stop('The server could not be built; "npm run build" says why.');
const { code } = await run(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)]);
process.exit(code);

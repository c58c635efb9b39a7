/**
 * The programs for operators (docs/operations.md): `npm run backup`, `npm run restore`, `npm run move-database`, `npm
 * run remove-demo`.
 */
import { runServerProgram } from './server-program.mjs';

const [name, ...words] = process.argv.slice(2);
await runServerProgram(`app/operations/${name}.js`, words);

/** `npm run export-book -- <slug> [edition] <folder> [--release N | --working-copy]`: writes a book as a book folder (docs/book-folder.md). */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/publishing/export-cli.js');

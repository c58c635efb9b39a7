/** `npm run import-book -- <folder> [--dry-run] [--draft] [--replace-changes]`: publishes a book folder (docs/book-folder.md). */
import { runServerProgram } from './server-program.mjs';

await runServerProgram('features/publishing/cli.js');

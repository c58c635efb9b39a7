/** Writes docs/book-folder.schema.json from the manifest's schema. A test fails if the file is out of date. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, stop } from './prepare.mjs';

const { code } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'server']);
if (code !== 0) stop('The server could not be built; the reason stands above.');
const { bookFolderSchema } = await import(
  join(root, 'server/dist/features/publishing/book-folder-schema.js')
);
writeFileSync(join(root, 'docs/book-folder.schema.json'), bookFolderSchema());

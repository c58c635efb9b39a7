/** `npm run schema-types`: writes server/src/schema/tables.ts from the migrations. */
import { join } from 'node:path';
import { root, run } from './prepare.mjs';

const { code } = await run(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'server',
    'server/src/schema/tables.test.ts',
  ],
  { env: { ...process.env, WRITE_SCHEMA_TYPES: 'true' } },
);
process.exit(code);

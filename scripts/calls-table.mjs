/** `npm run calls-table`: checks every call by every kind of caller and writes docs/calls-and-callers.md. */
import { join } from 'node:path';
import { root, run } from './prepare.mjs';

const { code } = await run(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'server',
    'server/src/app/every-call.http.test.ts',
  ],
  { env: { ...process.env, WRITE_CALLS_TABLE: 'true' } },
);
process.exit(code);

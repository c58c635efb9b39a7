/** `node:http` and the driver alone, storing a test of forty: bench/assessments/bare.mjs as a process of its own. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startBare } from '../assessments/bare.mjs';
import { built, root } from '../built.mjs';

process.once('disconnect', () => process.exit());
process.once('message', async ({ databaseUrl, bookId, testId, right }) => {
  const pg = createRequire(join(root, 'server/package.json'))('pg');
  const { newId } = await built('platform/ids.js');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  pool.on('error', () => {});
  const { url } = await startBare(pool, {
    newId,
    bookId,
    testId,
    finalId: null,
    choiceIsRight: new Set(right),
  });
  process.send?.({ url });
});

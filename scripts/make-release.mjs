/**
 * `npm run make-release -- <name>`: packs a small shop of this release into server/src/testing/releases/<name>.pack,
 * which the upgrade test of every later release restores. The name is that of the newest migration.
 */
import { join } from 'node:path';
import { root, run, stop } from './prepare.mjs';

const [name] = process.argv.slice(2);
if (!/^\d{4}-[a-z0-9-]+$/.test(name ?? ''))
  stop('Usage: npm run make-release -- <newest migration, e.g. 0058-staff-choose-by-name>');
const { code } = await run(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server'],
  { env: { ...process.env, MAKE_RELEASE: name } },
);
process.exit(code);

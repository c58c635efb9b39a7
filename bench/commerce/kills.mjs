/**
 * Kills a process at each step of everything that moves money, 200 times, and adds up what the providers took and gave
 * back beside what our books say. `node bench/commerce/kills.mjs` (PAYMENT_KILLS=1000 makes it longer); it is the test
 * `killed-payments.test.ts`, of which `npm test` runs 50 rounds.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'bench-kills-'));
const report = join(folder, 'report.json');
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=server',
    '--reporter=dot',
    'server/src/features/commerce/killed-payments.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PAYMENT_KILLS: process.env.PAYMENT_KILLS ?? '200', PAYMENT_KILLS_REPORT: report },
  },
);
try {
  const { rounds, killed, steps, ...figures } = JSON.parse(readFileSync(report, 'utf8'));
  console.log(`rounds: ${rounds}, of which a process died: ${killed}`);
  for (const [name, count] of Object.entries(steps)) console.log(`  ${name}: ${count} steps`);
  for (const [name, count] of Object.entries(figures)) console.log(`${name}: ${count}`);
} catch {
  console.log('no report: the test broke off');
}
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);

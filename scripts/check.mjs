/**
 * `npm run check`: the quick checks, and the tests of changed files: tests that changed, tests beside a changed file
 * whose names start with its name, and tests that import one. `npm test` finds what a change breaks elsewhere. `npm run
 * check -- main` checks the changes since that commit; without an argument, uncommitted changes or, if there are none,
 * the last commit.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ensureInstalled, ensureNode, root, step } from './prepare.mjs';
import { bin, node, QUICK_CHECKS } from './quick-checks.mjs';

ensureNode();
await ensureInstalled();

/** @param {string[]} args */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
const untracked = git('ls-files', '--others', '--exclude-standard');
/** @param {string} commit */
const since = (commit) => [...git('diff', '--name-only', '--diff-filter=d', commit), ...untracked];
const [base] = process.argv.slice(2);
const uncommitted = since('HEAD');
const changed = base ? since(base) : uncommitted.length > 0 ? uncommitted : since('HEAD~1');

/** @param {string} path */
const isTest = (path) => /\.test\.tsx?$/.test(path);
/** @param {string} path */
const stem = (path) => basename(path).replace(/\..*/, '');
const sources = new Set(changed.filter((path) => /\.tsx?$/.test(path) && !isTest(path)));
const beside = new Set([...sources].map((path) => `${dirname(path)}/${stem(path)}`));
/** @param {string} test */
const imported = (test) =>
  [...readFileSync(join(root, test), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, join(root, dirname(test), path)),
  );
const all = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx');
const tests = all.filter(
  (test) =>
    existsSync(join(root, test)) &&
    (changed.includes(test) ||
      beside.has(`${dirname(test)}/${stem(test)}`) ||
      imported(test).some((path) => sources.has(path))),
);

/** @type {string[]} */
const failed = [];
/**
 * @param {string} title
 * @param {string[]} args
 */
const check = async (title, args) => {
  const { code } = await step(title, () => node(args));
  if (code !== 0) failed.push(title);
};
for (const [, title, args] of QUICK_CHECKS) await check(title, args);
if (tests.length > 0)
  await check(`${tests.length} files of tests`, [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    ...tests,
  ]);
process.stdout.write(failed.length === 0 ? 'All passed.\n' : `Failed: ${failed.join(', ')}\n`);
process.exit(failed.length === 0 ? 0 : 1);

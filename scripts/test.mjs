/**
 * `npm test`: installs missing packages and runs every check. The last line is the summary: `N passed, N failed, N
 * skipped`; the lines above it name the failures. `npm test -- --only=unit,e2e` runs some of the steps.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, root, step } from './prepare.mjs';
import { bin, node, QUICK_CHECKS } from './quick-checks.mjs';

ensureNode();
await ensureInstalled();

const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice(7)
  .split(',');
const results = join(root, '.cache/test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

/** @type {Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const problems = [];
/** @typedef {Record<'passed' | 'failed' | 'skipped', number>} Counts */
/** @typedef {import('./quick-checks.mjs').Ended} Ended */

/**
 * A check that passes or fails as a whole.
 * @param {string} name
 * @param {string} title
 * @param {() => Promise<Ended>} work
 */
async function check(name, title, work) {
  if (only && !only.includes(name)) return;
  const { code } = await step(title, work);
  if (code === 0) total.passed += 1;
  else {
    total.failed += 1;
    problems.push(`✗ ${title}`);
  }
}

/**
 * A test runner that reports its counts; if it crashes or finds no tests, that counts as one failure.
 * @template Report
 * @param {string} name
 * @param {string} title
 * @param {(file: string) => Promise<Ended>} work
 * @param {{ count: (report: Report) => Counts, names: (report: Report) => string[] }} reader Reads the report file.
 */
async function suite(name, title, work, { count, names }) {
  if (only && !only.includes(name)) return;
  const file = join(results, `${name}.json`);
  const { code } = await step(title, () => work(file));
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const counted = report ? count(report) : { passed: 0, failed: 1, skipped: 0 };
  if ((code !== 0 || counted.passed === 0) && counted.failed === 0) counted.failed = 1;
  if (counted.failed > 0) problems.push(`✗ ${title}`, ...(report ? names(report) : []));
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counted[key];
}

/**
 * @typedef {Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests', number> & { numTodoTests?: number,
 *   testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} VitestReport
 */
/** A file that failed before its tests is named itself. */
const fromVitest = {
  /** @param {VitestReport} report */
  count: ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + (numTodoTests ?? 0),
  }),
  /** @param {VitestReport} report */
  names: ({ testResults }) =>
    testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        const file = relative(root, name);
        return failed.length > 0 ? failed.map(({ fullName }) => `  ${file}: ${fullName}`) : [`  ${file}`];
      }),
};
/** @typedef {{ suites?: PlaywrightSuite[], specs?: { file: string, title: string, ok: boolean }[] }} PlaywrightSuite */
/** @typedef {PlaywrightSuite & { stats: Record<'expected' | 'flaky' | 'unexpected' | 'skipped', number> }} PlaywrightReport */
/** A journey that passed at its second attempt (only in CI) counts as passed, and the runner names it. */
const fromPlaywright = {
  /** @param {PlaywrightReport} report */
  count: ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }),
  /**
   * @param {PlaywrightSuite} suite
   * @returns {string[]}
   */
  names: function names({ suites = [], specs = [] }) {
    const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `  e2e/${file}: ${title}`);
    return [...failed, ...suites.flatMap(names)];
  },
};
/**
 * @param {string} file
 * @param {string[]} [args]
 * @param {Record<string, string>} [env]
 */
const vitest = (file, args = ['run'], env = {}) =>
  node(
    [bin('vitest/vitest.mjs'), ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    env,
  );
/** Statements, and what the engine itself does: on the embedded PostgreSQL as well, on which all journeys run. */
const ON_BOTH_DATABASES = [
  ...['run', '--project', 'server', 'server/src/platform', 'server/src/features/search'],
  ...['every-call', 'fuzz', 'upgrade'].map((test) => `server/src/app/${test}`),
];

for (const [name, title, args] of QUICK_CHECKS) await check(name, title, () => node(args));
let onInstalled = false;
await suite(
  'unit',
  'Rules, calls and screens',
  async (file) => {
    if (only) return vitest(file);
    // A PostgreSQL that is installed may be older than the embedded one: what runs on it runs on both.
    const { withExternalPostgres } = await import('./external-postgres.mjs');
    const ran = await withExternalPostgres((url) => vitest(file, ['run'], { TEST_DATABASE_URL: url }));
    onInstalled = 'result' in ran;
    if ('result' in ran) return ran.result;
    total.skipped += 1;
    return vitest(file);
  },
  fromVitest,
);
if (onInstalled)
  await suite(
    'embedded',
    'Statements on the embedded PostgreSQL',
    (file) => vitest(file, ON_BOTH_DATABASES),
    fromVitest,
  );
if (!only || only.includes('e2e')) {
  const { findBrowser } = await import('./find-browser.mjs');
  const browser = await step('Finding a browser', findBrowser);
  if (browser) {
    await ensureBuilt();
    await suite(
      'e2e',
      'Journeys in a browser',
      (file) =>
        node([bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'], {
          CHROMIUM_PATH: browser,
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        }),
      fromPlaywright,
    );
  } else {
    total.failed += 1;
    problems.push('✗ Journeys in a browser: no browser');
  }
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 ? 0 : 1);

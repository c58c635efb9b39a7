/**
 * `npm run conformance-report`: writes docs/conformance-report.md, an accessibility conformance report in the form of VPAT
 * 2.5 INT, from the table "How each criterion is checked" of docs/accessibility.md. `--check` only compares. `--from FILE`
 * reads another page.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CRITERIA } from './conformance-criteria.mjs';
import { CHAPTERS, PERFORMANCE } from './conformance-en.mjs';
import { root } from './prepare.mjs';

/** @typedef {import('./conformance-en.mjs').Level} Level */
/** @typedef {{ level: Level, remarks: string }} Finding */

const HEADING = '## How each criterion is checked';
const REPORT = join(root, 'docs/conformance-report.md');
const FOLDERS = ['web/src/features', 'web/src', 'server/src/features', 'server/src'];
const TEST_FILE = /`([\w./-]+\.(?:test\.tsx?|spec\.ts))`/g;
const OTHER_WAYS = /\b(axe|manual|review)\b|^does not occur$/;

class Problem extends Error {}

/**
 * The path of a test from the root, by the short name of the page.
 * @param {string} name
 */
function pathOf(name) {
  const folders = name.endsWith('.spec.ts') ? ['e2e'] : FOLDERS;
  const path = folders.map((folder) => `${folder}/${name}`).find((each) => existsSync(join(root, each)));
  if (!path) throw new Problem(`docs/accessibility.md names a test file that does not exist: ${name}`);
  return path;
}

/**
 * The rows on EN 301 549 name tests by their paths.
 * @param {string} report
 */
function assertTestsExist(report) {
  for (const [, path = ''] of report.matchAll(TEST_FILE))
    if (!existsSync(join(root, path)))
      throw new Problem(`The report names a test file that does not exist: ${path}`);
}

/** @param {string} how */
function levelOf(how) {
  if (how === 'does not occur') return 'Not Applicable';
  return how.includes('*missing*') ? 'Partially Supports' : 'Supports';
}

/**
 * The rows of the table, one for each criterion.
 * @param {string} page
 */
function findingsOf(page) {
  const [, section = ''] = page.split(HEADING);
  /** @type {Map<string, Finding>} */
  const findings = new Map();
  for (const [, names = '', how = ''] of section.matchAll(/^\| (\d[^|]*) \| ([^|]*) \|$/gm)) {
    const remarks = how.replace(TEST_FILE, (_, name) => `\`${pathOf(name)}\``);
    if (remarks === how && !OTHER_WAYS.test(how))
      throw new Problem(`docs/accessibility.md does not say how it was checked: ${names}`);
    for (const number of names.match(/\d\.\d+\.\d+/g) ?? []) {
      if (findings.has(number)) throw new Problem(`docs/accessibility.md has two rows for ${number}`);
      if (!CRITERIA.some(([known]) => known === number))
        throw new Problem(`docs/accessibility.md names ${number}, which is no criterion of level A or AA`);
      findings.set(number, { level: levelOf(how), remarks });
    }
  }
  const missing = CRITERIA.filter(([number]) => !findings.has(number)).map(([number]) => number);
  if (missing.length > 0) throw new Problem(`docs/accessibility.md has no row for ${missing.join(', ')}`);
  return findings;
}

/**
 * @param {string} head
 * @param {string[][]} rows
 */
const table = (head, rows) =>
  [
    `| ${head} | Conformance level | Remarks and explanations |`,
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

/**
 * @param {Map<string, Finding>} findings
 * @param {'A' | 'AA'} wanted
 */
const criteriaTable = (findings, wanted) =>
  table(
    'Criterion',
    CRITERIA.filter(([, level]) => level === wanted).map(([number, level, name]) => {
      const { level: conformance, remarks } = /** @type {Finding} */ (findings.get(number));
      return [`${number} ${name} (Level ${level})`, conformance, remarks];
    }),
  );

/** @param {Map<string, Finding>} findings */
const performanceTable = (findings) =>
  table(
    'Statement',
    PERFORMANCE.map(([clause, name, criteria, remarks]) => {
      const numbers = criteria.split(' ').filter(Boolean);
      const levels = numbers.map((number) => findings.get(number)?.level);
      const partly = numbers.filter((_, index) => levels[index] === 'Partially Supports');
      const level = partly.length > 0 ? 'Partially Supports' : 'Supports';
      const because = partly.length > 0 ? ` Partially supported: ${partly.join(', ')}.` : '';
      return [
        `${clause} ${name}`,
        numbers.length === 0 && clause !== '4.2.11' ? 'Not Applicable' : level,
        remarks + because,
      ];
    }),
  );

/** @param {Map<string, Finding>} findings */
function reportOf(findings) {
  const chapters = CHAPTERS.map(([title, clauses]) => {
    const body =
      typeof clauses === 'string'
        ? clauses
        : table(
            'Clause',
            clauses.map(([clause, name, level, remarks]) => [`${clause} ${name}`, level, remarks]),
          );
    return `### ${title}\n\n${body}`;
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `# Accessibility conformance report

Generated from [accessibility](accessibility.md#how-each-criterion-is-checked) by \`npm run conformance-report\`. Do not edit.

| | |
|---|---|
| Form | VPAT 2.5 INT |
| Product | Vesalius ${version}: digital medical books and courses, in the browser |
| Contact | the form at \`/contact-us\` |
| Evaluation methods | automatic tests with each change, axe, and by hand, as each row says. The product was not tested with screen readers, braille displays, speech input or on touch hardware, and by nobody outside of the project. |
| Standards | WCAG 2.2, levels A and AA; EN 301 549 V3.2.1 (2021-03). Section 508 is left out: its criteria for the web are those of WCAG 2.0, all of which but 4.1.1 are below. Level AAA was not evaluated. |

The report is about the software. Whether a book meets a criterion also depends on its publisher's files; the book's page says
what they have.

* **Supports**: the criterion is met, as far as the check in the remarks shows.
* **Partially Supports**: some part of the product does not meet it.
* **Does Not Support**: most of the product does not meet it.
* **Not Applicable**: the criterion is not relevant to the product.

In the remarks, *manual* means by hand, *review* read in the source, *axe* the checker of that name, and *missing* what is not met.

## WCAG 2.2

### Level A

${criteriaTable(findings, 'A')}

### Level AA

${criteriaTable(findings, 'AA')}

## EN 301 549

### Chapter 4: Functional performance statements

${performanceTable(findings)}

${chapters.join('\n\n')}
`;
}

const from = process.argv.indexOf('--from');
const page = from === -1 ? join(root, 'docs/accessibility.md') : (process.argv[from + 1] ?? '');
try {
  const report = reportOf(findingsOf(readFileSync(page, 'utf8')));
  assertTestsExist(report);
  if (process.argv.includes('--check')) {
    const isSame = existsSync(REPORT) && readFileSync(REPORT, 'utf8') === report;
    if (!isSame)
      throw new Problem('docs/conformance-report.md is out of date; run npm run conformance-report');
  } else writeFileSync(REPORT, report);
  console.log(`conformance report: ${CRITERIA.length} criteria`);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(error.message);
  process.exit(1);
}

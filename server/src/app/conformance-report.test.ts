import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-conformance-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the script says about a page in which the first `pattern` is replaced. */
function check(pattern: RegExp | string, replacement: string): { status: number | null; said: string } {
  const file = join(folder, 'accessibility.md');
  const changed = page.replace(pattern, replacement);
  writeFileSync(file, changed);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/conformance-report.mjs', '--check', '--from', file],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, said: `${stdout}${stderr}`.trim() };
}

it('docs/conformance-report.md is that of docs/accessibility.md', () => {
  expect(check(/^/, '')).toEqual({ status: 0, said: 'conformance report: 55 criteria' });
});

it.each([
  ['a criterion without a row', /^\| 1\.4\.2 .*\n/m, '', /has no row for 1\.4\.2$/],
  ['one of several criteria in a row', '| 2.4.4, 2.4.6 ', '| 2.4.4 ', /has no row for 2\.4\.6$/],
  ['a criterion in two rows', '| 1.3.3 ', '| 1.1.1, 1.3.3 ', /has two rows for 1\.1\.1$/],
  ['a criterion of no level', '| 1.3.3 ', '| 1.3.3, 1.3.6 ', /names 1\.3\.6, which is no criterion/],
  ['a file that does not exist', '`lectures.spec.ts`', '`no.spec.ts`', /does not exist: no\.spec\.ts$/],
  [
    'a row without a check',
    '| nothing starts automatically: manual |',
    '| nothing starts |',
    /1\.4\.2 Audio/,
  ],
  ['a row that was only not checked', /(\| 2\.5\.3 .*) manual \|/, '$1 not checked |', /2\.5\.3 Label/],
  ['a change without a new report', /(\| 2\.5\.3 .*) manual \|/, '$1 axe |', /out of date; run npm run/],
])('refuses %s', (_what, pattern, replacement, said) => {
  const result = check(pattern, replacement);
  expect(result).toEqual({ status: 1, said: expect.stringMatching(said) });
});

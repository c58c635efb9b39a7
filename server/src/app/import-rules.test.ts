import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../../scripts/check-imports.mjs');
const FEATURES = 'server/src/features';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-imports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The findings of the check for files with these names and contents. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, folder], { encoding: 'utf8' });
  const lines = stderr.split('\n').filter(Boolean);
  expect(status).toBe(lines.length > 0 ? 1 : 0);
  return lines;
}

it.each<[string, Record<string, string>, string]>([
  [
    'a library of the contract',
    { 'contract/src/a.ts': `import 'fastify'` },
    'the contract depends on zod alone',
  ],
  [
    'the server from the web',
    { 'web/src/lib/a.ts': `import '@vesalius/server/x'` },
    'server and web are never imported',
  ],
  [
    'a heavy library elsewhere',
    { [`${FEATURES}/reader/a.ts`]: `import pg from 'pg'` },
    'pg belongs to server/src/platform/database/',
  ],
  [
    'a package by its path',
    { 'web/src/lib/a.ts': `import '../../../contract/src/books.ts'` },
    'packages are imported by their name, not by a path',
  ],
  [
    'what is for tests',
    { 'server/src/app/a.ts': `export * from '../platform/b.test.ts'` },
    'only tests import tests',
  ],
  [
    'a feature from the platform',
    { 'server/src/platform/a.ts': `const b = () => import('../features/reader/b.ts')` },
    'against the direction schema <- platform, config <- features <- app',
  ],
  [
    'the platform from the schema',
    { 'server/src/schema/a.ts': `import '../platform/b.ts'` },
    'against the direction schema <- platform, config <- features <- app',
  ],
  [
    'queries of another feature',
    { [`${FEATURES}/reader/a.ts`]: `import { x } from '../catalogue/book-queries.ts'` },
    "another feature's queries and routes are its own",
  ],
  [
    'more than types from a policy',
    { [`${FEATURES}/reader/policy.ts`]: `import { x } from '../../platform/clock.ts'` },
    'policies import types only',
  ],
  [
    'a screen from a component',
    { 'web/src/ui/a.tsx': `import { B } from '../routes/b.tsx'; export const A = () => <B />` },
    'against the direction lib, ui <- product <- features <- routes <- app',
  ],
  [
    'a feature from what features share',
    { 'web/src/product/a.ts': `import type { B } from '../features/reader/b.ts'` },
    'against the direction lib, ui <- product <- features <- routes <- app',
  ],
  [
    'a web feature from another, as a type in a type',
    { 'web/src/features/reader/a.ts': `export type A = import('../catalogue/b.ts').B` },
    'web features do not import features',
  ],
])('%s is refused', (_title, files, rule) => {
  const [problem, ...others] = problemsOf(files);
  expect(problem).toContain(`${Object.keys(files)[0]}: ${rule} (`);
  expect(others).toEqual([]);
});

it('a cycle of files is refused, and no cycle where one import waits or is a type', () => {
  const name = 'web/src/lib';
  const cycle = { [`${name}/a.ts`]: `import './b.ts'`, [`${name}/b.ts`]: `export * from './a.ts'` };
  expect(problemsOf(cycle)).toEqual([`cycle of files: ${name}/a.ts -> ${name}/b.ts -> ${name}/a.ts`]);
  expect(problemsOf({ [`${name}/b.ts`]: `export const a = () => import('./a.ts')` })).toEqual([]);
  expect(problemsOf({ [`${name}/b.ts`]: `import type { A } from './a.ts'` })).toEqual([]);
});

it('a cycle of features is refused, for types as well', () => {
  const files = {
    [`${FEATURES}/reader/a.ts`]: `import { c } from '../catalogue/c.ts'`,
    [`${FEATURES}/catalogue/d.ts`]: `import type { B } from '../reader/b.ts'`,
  };
  expect(problemsOf(files)).toEqual(['cycle of features: catalogue -> reader -> catalogue']);
});

it('the same words in a text or a comment are no import, and tests may import anything', () => {
  const files = {
    'server/src/platform/a.ts': `// import '../app/b.ts'\nexport const text = "import('../app/b.ts')"`,
    'server/src/platform/a.test.ts': `import '../app/b.ts'; import 'pg'`,
  };
  expect(problemsOf(files)).toEqual([]);
});

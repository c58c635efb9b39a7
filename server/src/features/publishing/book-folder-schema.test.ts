import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { bookFolderSchema } from './book-folder-schema.ts';
import { Manifest } from './manifest.ts';

const docs = join(import.meta.dirname, '../../../../docs');

it('docs/book-folder.schema.json is the one of the manifest (else run "npm run book-folder-schema")', () => {
  expect(readFileSync(join(docs, 'book-folder.schema.json'), 'utf8')).toBe(bookFolderSchema());
});

it('the example in docs/book-folder.md is a right manifest', () => {
  const [, example] =
    /```yaml\n(slug:[\s\S]*?)```/.exec(readFileSync(join(docs, 'book-folder.md'), 'utf8')) ?? [];
  expect(Manifest.safeParse(parse(example ?? '')).error).toBeUndefined();
});

it('docs/book-folder.md explains every field', () => {
  const text = readFileSync(join(docs, 'book-folder.md'), 'utf8');
  const missing = Object.keys(Manifest.shape).filter((field) => !text.includes(`\`${field}\``));
  expect(missing).toEqual([]);
});

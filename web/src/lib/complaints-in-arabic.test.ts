import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@vesalius/contract/endpoints';
import { issueText } from '@vesalius/contract/issue-text';
import { endpointTable } from '@vesalius/contract/table';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { fileComplaint, rowComplaint } from '../features/people-import/row-complaint.ts';
import { createI18n } from '../i18n/i18n.ts';
import { complaintIn } from './field-errors.ts';

const ARABIC = /\p{Script=Arabic}/u;
const i18n = await createI18n('ar', ['fields']);
const t = i18n.getFixedT('ar', 'fields');
const isTranslated = (text: string): boolean =>
  [complaintIn(t, text), rowComplaint(text, 'ar'), fileComplaint(text, 'ar')].some((said) =>
    ARABIC.test(said),
  );
const untranslated = (texts: Iterable<string>) => [...new Set(texts)].filter((text) => !isTranslated(text));

/** Every sentence that a schema gives itself, at whatever depth. */
function ownSentences(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const found: string[] = [];
  const { _zod: internals } = schema as { _zod?: { def: Record<string, unknown> } };
  const def = internals?.def;
  if (!def) return Object.values(schema).flatMap((part) => ownSentences(part, seen));
  if (typeof def.error === 'function') {
    const said: unknown = def.error({ code: 'custom', input: undefined });
    const text = typeof said === 'string' ? said : (said as { message?: string } | undefined)?.message;
    if (text) found.push(text);
  }
  for (const part of Object.values(def)) found.push(...ownSentences(part, seen));
  return found;
}
const schemas = Object.values(endpointTable).flatMap((endpoints) =>
  Object.values(endpoints as Record<string, Endpoint>).flatMap(({ body, query, params }) =>
    [body, query, params].filter((schema): schema is z.ZodType => schema !== undefined),
  ),
);

it('says in Arabic what a schema of the contract says itself', () => {
  const texts = schemas.flatMap((schema) => ownSentences(schema));
  expect(texts).toContain('Choose a book or a package.');
  expect(untranslated(texts)).toEqual([]);
});

it('says in Arabic what is said about values of the wrong kind', () => {
  const odd = [undefined, null, [], {}, 'text', '', '?', 'x'.repeat(300_000), 4, -1, 0.001, 1e12];
  const texts = schemas.flatMap((schema) =>
    [...odd, ...shapesOf(schema).flatMap((field) => odd.map((value) => ({ [field]: value })))].flatMap(
      (value) =>
        (schema.safeParse(value, { error: issueText }).error?.issues ?? []).map(({ message }) => message),
    ),
  );
  expect(texts.length).toBeGreaterThan(100);
  expect(untranslated(texts)).toEqual([]);
});
const shapesOf = (schema: z.ZodType): string[] =>
  Object.keys('shape' in schema ? (schema.shape as object) : {});

it('says in Arabic what a rule of the server says about a field', () => {
  const root = join(import.meta.dirname, '../../../server/src');
  const sources = readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('testing'))
    .map((name) => readFileSync(join(root, name), 'utf8'));
  const texts = sources.flatMap(sentencesIn);
  expect(sentencesIn("demand(page, 'invalid', { 'note.page': 'No such page.' })")).toEqual(['No such page.']);
  expect(untranslated(texts)).toEqual([]);
});
/** `demand(.., { field: 'What is wrong' })` and `fields: { field: 'What is wrong' }`. */
const sentencesIn = (source: string): string[] =>
  [...source.matchAll(/(?:demand\([^;]*?,|fields:) \{\s*['\w.[\]]+: '([A-Z][^']+)'/g)].map(
    (match) => match[1] ?? '',
  );

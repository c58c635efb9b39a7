import type { Endpoint } from '@vesalius/contract/endpoints';
import { FIELD_TEMPLATES, type FieldTemplateKey, fieldText } from '@vesalius/contract/field-text';
import { issueText } from '@vesalius/contract/issue-text';
import { endpointTable } from '@vesalius/contract/table';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { createI18n } from '../i18n/i18n.ts';
import { complaintIn } from './field-errors.ts';

const ARABIC = /\p{Script=Arabic}/u;
const i18n = await createI18n('ar', ['fields']);
const t = i18n.getFixedT('ar', 'fields');
const isTranslated = (text: string): boolean => ARABIC.test(complaintIn(t, text));
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

it.each([
  'At most 60 months at once',
  'Choose programs, for a program director.',
  'Choose books, for an author or an editor.',
  'A list of users, or a file, is needed',
  'Reading the file takes longer than 20 seconds. Copy the list into a new file.',
])('says in Arabic: %s', (text) => expect(untranslated([text])).toEqual([]));

it('says every template in Arabic, with its values', () => {
  const keys = new Set(Object.keys(FIELD_TEMPLATES).map((key) => key.replace(/_(?:one|other)$/, '')));
  for (const key of keys as Set<FieldTemplateKey>) {
    const values = { count: 4321, day: '2099-03-01', names: 'email', number: 77, name: 'users_file' };
    const text = fieldText(key, { ...values, value: 'x_y', reason: 'Quote Not Closed', problem: 'is odd' });
    const said = complaintIn(t, text);
    expect(said).toMatch(ARABIC);
    expect(said).toMatch(/4,321|2099|email|77|users_file|x_y|Quote Not Closed|is odd/);
  }
});

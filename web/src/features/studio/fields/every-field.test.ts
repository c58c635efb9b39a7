import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  BOOK_FIELDS,
  CHAPTER_FIELDS,
  type FieldSpec,
  MATERIAL_FIELDS,
  QUIZ_FIELDS,
  TEST_FIELDS,
} from './field-spec.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../docs/book-folder.schema.json'), 'utf8'),
) as Schema;

/** Of an object, or of the entries of a list, whatever the alternatives. */
function namesIn(schema: Schema): Map<string, Schema> {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return new Map([
    ...Object.entries(schema.properties ?? {}),
    ...inner.flatMap((each) => [...namesIn(each)]),
  ]);
}

/** Named by whoever makes the entry, or elsewhere on the desk: people are named by staff; things of a page stand on it. */
const ELSEWHERE = new Set(['assigned', 'chapters', 'supplementaries', 'quizzes', 'tests']);

function missing(schema: Schema, fields: readonly FieldSpec[], at: string): string[] {
  return [...namesIn(schema)].flatMap(([name, inner]) => {
    if (name === 'key' || name === 'type' || (at === '' && ELSEWHERE.has(name))) return [];
    const field = fields.find((each) => each.name === name);
    if (!field) return [`${at}${name}`];
    return 'fields' in field ? missing(inner, field.fields, `${at}${name}.`) : [];
  });
}

it('every field of a book folder can be set on the desk', () => {
  const book = namesIn(SCHEMA);
  expect(book.size).toBeGreaterThan(30);
  const of = (name: string) => book.get(name) ?? {};
  const material = namesIn(of('supplementaries')).get('materials') ?? {};
  const materials = [...Object.values(MATERIAL_FIELDS).flat()];
  expect([
    ...missing(SCHEMA, Object.values(BOOK_FIELDS).flat(), ''),
    ...missing(of('chapters'), CHAPTER_FIELDS, 'chapters.'),
    ...missing(of('quizzes'), QUIZ_FIELDS, 'quizzes.'),
    ...missing(of('tests'), TEST_FIELDS, 'tests.'),
    ...missing(material, materials, 'materials.'),
  ]).toEqual([]);
});

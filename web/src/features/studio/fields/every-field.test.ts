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
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxItems?: number;
}
const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../docs/book-folder.schema.json'), 'utf8'),
) as Schema;

/** The fields of an object, or of the entries of a list, in all alternatives. */
function namesIn(schema: Schema): Map<string, Schema> {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return new Map([
    ...Object.entries(schema.properties ?? {}),
    ...inner.flatMap((each) => [...namesIn(each)]),
  ]);
}

/** Fields that are set elsewhere on the desk: staff name people, and things of a page are on the page. */
const ELSEWHERE = new Set(['assigned', 'chapters', 'supplementaries', 'quizzes', 'tests']);

/** Decided beside what was found in the study (`media/study`). */
const DECIDED = new Set(['materials.identifying_attributes', 'materials.kept_attributes']);

function missing(schema: Schema, fields: readonly FieldSpec[], at: string): string[] {
  return [...namesIn(schema)].flatMap(([name, inner]) => {
    if (name === 'key' || name === 'type' || (at === '' && ELSEWHERE.has(name))) return [];
    if (DECIDED.has(`${at}${name}`)) return [];
    const field = fields.find((each) => each.name === name);
    if (!field) return [`${at}${name}`];
    return 'fields' in field ? missing(inner, field.fields, `${at}${name}.`) : [];
  });
}

const BOOK = namesIn(SCHEMA);
const of = (name: string) => BOOK.get(name) ?? {};
const PLACES: readonly (readonly [Schema, readonly FieldSpec[], string])[] = [
  [SCHEMA, Object.values(BOOK_FIELDS).flat(), ''],
  [of('chapters'), CHAPTER_FIELDS, 'chapters.'],
  [of('quizzes'), QUIZ_FIELDS, 'quizzes.'],
  [of('tests'), TEST_FIELDS, 'tests.'],
  [
    namesIn(of('supplementaries')).get('materials') ?? {},
    Object.values(MATERIAL_FIELDS).flat(),
    'materials.',
  ],
];

it('every field of a book folder can be set on the desk', () => {
  expect(BOOK.size).toBeGreaterThan(30);
  expect(PLACES.flatMap(([schema, fields, at]) => missing(schema, fields, at))).toEqual([]);
});

const limit = (value: number | undefined) => (value === Number.MAX_SAFE_INTEGER ? undefined : value);
const CENT = 0.01;

/** What the desk and the folder allow, of each field with a limit. */
function limits(
  schema: Schema,
  fields: readonly FieldSpec[],
  at: string,
): [name: string, unknown, unknown][] {
  const all = namesIn(schema);
  return fields.flatMap((field): [string, unknown, unknown][] => {
    const inner = all.get(field.name) ?? {};
    const name = `${at}${field.name}`;
    const own: [string, unknown, unknown][] = [];
    if (field.kind === 'number') {
      const { min, max, multipleOf } = field;
      const step = inner.type === 'integer' ? 1 : inner.multipleOf;
      // JSON Schema cannot say that a price has at most two decimals.
      const told = multipleOf === CENT ? undefined : multipleOf;
      own.push([name, [min, max, told], [inner.minimum, limit(inner.maximum), step]]);
    }
    if (field.kind === 'lines' || field.kind === 'files' || field.kind === 'list')
      if (field.name !== 'choices') own.push([name, field.max, inner.maxItems]);
    return 'fields' in field ? [...own, ...limits(inner, field.fields, `${name}.`)] : own;
  });
}

it('shows the limits of a book folder, and no others', () => {
  const all = PLACES.flatMap(([schema, fields, at]) => limits(schema, fields, at));
  expect(all.length).toBeGreaterThan(30);
  expect(all.map(([name, desk]) => [name, desk])).toEqual(all.map(([name, , folder]) => [name, folder]));
});

/** Values for a JSON Schema of the contract: mostly valid, often at the limits, sometimes of a different kind. */
import fc from 'fast-check';
import { anything, oddDate, oddNumber, oddText, oddTime } from './odd-values.ts';

export interface JsonSchema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}
/** Ids of existing objects, so that requests get further than "not found". */
export type KnownIds = readonly string[];

/** Usually valid, because valid values get furthest into the code. */
const mostly = (right: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown> = anything): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: anything },
  );

function textOf(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  const { format, pattern, maxLength = 200 } = schema;
  if (format === 'uuid') return mostly(fc.oneof(fc.constantFrom(...ids), fc.uuid()), oddText);
  if (format === 'email') return mostly(fc.emailAddress(), oddText);
  if (format === 'date-time') return mostly(fc.oneof(times(), oddTime), oddText);
  if (format === 'date')
    return mostly(
      fc.oneof(
        times().map((time) => time.slice(0, 10)),
        oddDate,
      ),
      oddText,
    );
  const edge = fc.constantFrom('x'.repeat(maxLength), 'ß'.repeat(maxLength), 'x'.repeat(maxLength + 1));
  const free = fc.oneof({ weight: 3, arbitrary: oddText }, { weight: 1, arbitrary: edge });
  if (!pattern) return mostly(fc.oneof(free, fc.lorem({ maxCount: 3 })));
  try {
    return mostly(fc.stringMatching(new RegExp(pattern, 'u')), free);
  } catch {
    // A pattern with lookaround cannot be turned into a generator.
    return mostly(free);
  }
}
const times = () =>
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());

function numberOf({ minimum, maximum, type }: JsonSchema): fc.Arbitrary<unknown> {
  const limit = {
    min: Math.ceil(Math.max(minimum ?? -1000, -1e9)),
    max: Math.floor(Math.min(maximum ?? 1_000_000, 1e9)),
  };
  const edges = fc.constantFrom(limit.min, limit.max, limit.min - 1, limit.max + 1);
  const within = type === 'integer' ? fc.integer(limit) : fc.integer(limit).map((value) => value / 4);
  return mostly(fc.oneof({ weight: 3, arbitrary: within }, { weight: 1, arbitrary: edges }), oddNumber);
}

export function fromSchema(schema: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return mostly(fc.constant(schema.const));
  if (schema.enum) return mostly(fc.constantFrom(...schema.enum));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, ids)));
  if (schema.allOf?.[0]) return fromSchema(schema.allOf[0], ids);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return mostly(objectOf(schema, ids));
    case 'array':
      return mostly(listOf(schema, ids));
    case 'string':
      return textOf(schema, ids);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return mostly(fc.boolean());
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

function listOf({ items, prefixItems, maxItems = 100 }: JsonSchema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => fromSchema(item, ids)));
  if (typeof items !== 'object') return fc.array(anything, { maxLength: 3 });
  const item = fromSchema(items, ids);
  const few = fc.array(item, { maxLength: 4 });
  // The same item repeated, up to the limit and beyond.
  const many = fc
    .tuple(item, fc.constantFrom(maxItems, maxItems + 1))
    .map(([one, count]) => Array(count).fill(one));
  return fc.oneof({ weight: 12, arbitrary: few }, { weight: 1, arbitrary: many });
}

export function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  ids: KnownIds,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fromSchema(property, ids)]),
  );
  const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  const holes = fc.record(fields, { requiredKeys: [] });
  const more = fc
    .tuple(whole, fc.dictionary(oddText, anything, { maxKeys: 3 }))
    .map(([object, extra]) => ({ ...extra, ...object }));
  return fc.oneof(
    { weight: 12, arbitrary: whole },
    { weight: 1, arbitrary: holes },
    { weight: 1, arbitrary: more },
  );
}

/** A valid request with some parts replaced: it gets furthest before it meets an odd value. */
export function around(schema: JsonSchema, good: unknown, ids: KnownIds): fc.Arbitrary<unknown> {
  const { properties } = schema;
  if (!properties || typeof good !== 'object' || good === null) return fc.constant(good);
  const given = good as Record<string, unknown>;
  const fields = Object.entries(properties).map(([name, property]) => {
    const other = fromSchema(property, ids);
    if (!(name in given)) return [name, other] as const;
    const same = around(property, given[name], ids);
    const either = fc.oneof({ weight: 7, arbitrary: same }, { weight: 1, arbitrary: other });
    return [name, either] as const;
  });
  const all = fc.record(Object.fromEntries(fields), {
    requiredKeys: Object.keys(properties).filter((name) => name in given),
  });
  const alone = fc.record(Object.fromEntries(fields.filter(([name]) => name in given)));
  return fc.oneof({ weight: 2, arbitrary: alone }, { weight: 1, arbitrary: all });
}

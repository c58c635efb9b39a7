import { z } from 'zod';
import { Manifest } from './manifest.ts';
import type { Path } from './mistakes.ts';

type Issue = z.core.$ZodIssue;
export interface Explained {
  readonly path: Path;
  readonly text: string;
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of fields',
};

/** Explains a schema issue to the author of the manifest. `base` is the path at which the schema was applied. */
export function explainIssue(issue: Issue, base: Path): Explained[] {
  const path = [...base, ...(issue.path as (string | number)[])];
  const say = (text: string): Explained[] => [{ path, text }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], text: unknownField(key, path) }));
    case 'invalid_type': {
      const isDate = schemasAt(path).some(({ format }) => format === 'date');
      const wanted = isDate ? 'a date, like 2026-03-01' : (WORDS[issue.expected] ?? issue.expected);
      return issue.input === undefined || issue.input === null
        ? say(`is missing; give ${wanted}`)
        : say(`is ${describe(issue.input)}; give ${wanted}`);
    }
    case 'invalid_value':
      return say(
        `is ${describe(issue.input)}; give ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`,
      );
    case 'invalid_union':
      return explainUnion(issue, path);
    case 'too_small':
      return say(size(issue.origin, issue.input, 'at least', Number(issue.minimum)));
    case 'too_big':
      return say(size(issue.origin, issue.input, 'at most', Number(issue.maximum)));
    case 'not_multiple_of':
      return say(`is ${describe(issue.input)}; give a multiple of ${issue.divisor}`);
    case 'invalid_format':
      return say(`is ${describe(issue.input)}; ${formatHint(issue)}`);
    default:
      return say(`is ${describe(issue.input)}; ${issue.message}`);
  }
}

function formatHint(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  if (issue.format === 'email') return 'give an e-mail address';
  if (issue.message.startsWith('Invalid')) {
    return issue.pattern === '/^[a-z]{2}$/' ? 'give a language as two letters, like "en"' : issue.message;
  }
  return issue.message;
}

/** Reports the branch of the union that fits best. For a wrong kind of material it lists the kinds. */
function explainUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: Path): Explained[] {
  const branches = issue.errors;
  if (branches.length === 0) {
    const kinds = schemasAt(path.slice(0, -1)).flatMap((schema) => schema.properties?.type?.const ?? []);
    const given = (issue.input as { type?: unknown } | undefined)?.type;
    const found = given === undefined ? 'is missing' : `is ${describe(given)}`;
    return [{ path, text: `${found}; give one of: ${[...new Set(kinds)].join(', ')}` }];
  }
  const depth = (branch: readonly Issue[]) => Math.max(...branch.map((each) => each.path.length));
  const best = [...branches].sort((a, b) => depth(b) - depth(a))[0]!;
  if (depth(best) === 0) {
    return [{ path, text: `is ${describe(issue.input)}; give a list, or the name of a file that holds it` }];
  }
  return best.flatMap((each) => explainIssue(each, path));
}

function size(origin: string, input: unknown, relation: string, limit: number): string {
  if (origin === 'string') {
    const length = typeof input === 'string' ? input.trim().length : 0;
    if (length === 0) return 'is empty; write something, or leave the field out';
    return `has ${length} characters; ${relation} ${limit} fit`;
  }
  if (origin === 'array') {
    return `has ${Array.isArray(input) ? input.length : 0} entries; ${relation} ${limit} are needed`
      .replace('at most', 'no more than')
      .replace(/(no more than \d+) are needed/, '$1 fit');
  }
  return `is ${describe(input)}; ${relation} ${limit} is right`;
}

function describe(input: unknown): string {
  if (typeof input === 'string') return `"${input.length > 60 ? `${input.slice(0, 60)}...` : input}"`;
  if (Array.isArray(input)) return 'a list';
  if (input !== null && typeof input === 'object') return 'a group of fields';
  return String(input);
}

function unknownField(key: string, path: Path): string {
  const known = knownFields(path);
  const close = known
    .map((name) => ({ name, distance: distance(name, key) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (close && close.distance <= Math.max(2, key.length / 3)) {
    return `is not a field; did you mean "${close.name}"?`;
  }
  return known.length > 0 ? `is not a field; known here: ${known.join(', ')}` : 'is not a field; remove it';
}

interface JsonSchema {
  const?: string;
  format?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}
let manifestSchema: JsonSchema | undefined;

/** The schemas that apply at that path of the manifest, with their alternatives. */
function schemasAt(path: Path): JsonSchema[] {
  manifestSchema ??= z.toJSONSchema(Manifest, { io: 'input' }) as JsonSchema;
  const open = (schema: JsonSchema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  let schemas = open(manifestSchema);
  for (const part of path) {
    schemas = schemas.flatMap((schema) => {
      const next = typeof part === 'number' ? schema.items : schema.properties?.[part];
      return next ? open(next) : [];
    });
  }
  return schemas;
}

const knownFields = (path: Path): string[] => [
  ...new Set(schemasAt(path).flatMap((schema) => Object.keys(schema.properties ?? {}))),
];

/** The Levenshtein distance: how many letters to change, add or remove. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

import { z } from 'zod';
import { explainIssue } from './explain-issue.ts';
import { Manifest } from './manifest.ts';
import type { Path } from './mistakes.ts';

/**
 * Fields that do not match the schema are missing, and such entries of lists are holes: the rest can still be
 * checked.
 */
export type LooseManifest = { readonly [Field in keyof Manifest]?: Manifest[Field] | undefined };

/** Receives the problem of the value at a path. */
export type TellProblem = (path: Path, text: string) => void;

/** Validates field by field, so that one wrong date does not hide twenty wrong questions. */
export function readManifest(value: unknown, tell: TellProblem): LooseManifest {
  const given = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(Manifest.shape))
    result[field] = readField(schema, given[field], [field], tell);
  const unknown = z.strictObject(Manifest.shape).safeParse(given, { reportInput: true });
  for (const issue of unknown.error?.issues ?? [])
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) explain(issue, [], tell);
  return result as LooseManifest;
}

export function readField(schema: z.ZodType, value: unknown, path: Path, tell: TellProblem): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) explain(issue, path, tell);
  if (!Array.isArray(value)) return undefined;
  const inner = schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
  if (!(inner instanceof z.ZodArray)) return undefined;
  return value.map((each) => (inner.element as z.ZodType).safeParse(each).data);
}

function explain(issue: z.core.$ZodIssue, base: Path, tell: TellProblem): void {
  for (const { path, text } of explainIssue(issue, base)) tell(path, text);
}

/** The entries that are present, with their indexes in the list. */
export function* entriesOf<Item>(list: readonly Item[] | undefined): Generator<[number, NonNullable<Item>]> {
  for (const [index, item] of (list ?? []).entries()) {
    if (item !== undefined && item !== null) yield [index, item];
  }
}

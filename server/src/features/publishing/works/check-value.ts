import { fieldText } from '@vesalius/contract/field-text';
import { issueText, VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { type Operation, placesOf } from '@vesalius/contract/working-copy';
import {
  type Fields,
  isEntrySegment,
  isFields,
  type Path,
  refuse,
  type Value,
  valueAt,
} from '@vesalius/contract/working-copy-document';
import { z } from 'zod';
import { Manifest } from '../manifest.ts';

/*
 * A working copy may be incomplete but is never malformed: existing values have the form that the manifest requires,
 * and missing or empty ones are reported by the check list. The manifest's own schema is used, so that there is only
 * one.
 */

type Schema = z.core.$ZodType;

/** Staff name people under the people of a work. */
const NOT_HERE: readonly string[] = ['assigned'];

/** Throws `OperationRefused`. `document` is the result of the operation. */
export function checkOperation(document: Fields, operation: Operation): void {
  const path = placesOf(operation).at(-1) ?? operation.path;
  if (NOT_HERE.includes(path[0] ?? '')) malformed(VALUE_MESSAGES.notAccepted);
  // A removed value needs no form.
  if (valueAt(document, path) === undefined) return;
  const { schema, at } = schemaAt(path);
  const value = valueAt(document, at);
  if (value !== undefined) check(schema, value, isEntrySegment(at.at(-1)));
}

const malformed = (message: string): never => refuse('malformed', message);

/**
 * The schema at the path, or of the entry around it if its fields depend on each other: a lecture that becomes a
 * study keeps no file.
 */
function schemaAt(path: Path): { schema: Schema; at: Path } {
  let schema: Schema = Manifest;
  for (const [index, segment] of path.entries()) {
    if (isChoice(schema)) return { schema, at: path.slice(0, index) };
    schema = isEntrySegment(segment) ? elementOf(schema) : fieldOf(schema, segment);
  }
  return { schema, at: path };
}

/** The schema of a present value. Questions are in the working copy and never in a file of their own. */
function bare(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return bare(schema.unwrap());
  if (schema instanceof z.ZodUnion && !(schema instanceof z.ZodDiscriminatedUnion)) {
    const list = schema.options.map(bare).find((option) => option instanceof z.ZodArray);
    if (list) return list;
  }
  return schema;
}

const isChoice = (schema: Schema): schema is z.ZodDiscriminatedUnion =>
  schema instanceof z.ZodDiscriminatedUnion;

function fieldOf(schema: Schema, name: string): Schema {
  const field =
    schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
  return field ? bare(field) : malformed(VALUE_MESSAGES.unknownFields);
}
const elementOf = (schema: Schema): Schema =>
  schema instanceof z.ZodArray ? bare(schema.element) : malformed(VALUE_MESSAGES.mustBeList);

function check(schema: Schema, value: Value, isEntry = false): void {
  const chosen = isChoice(schema) ? optionOf(schema, value) : schema;
  if (chosen instanceof z.ZodObject) checkFields(chosen, value, isEntry);
  else if (chosen instanceof z.ZodArray) checkList(chosen, value);
  // An empty value counts as missing.
  else if (value !== '') checkPlain(chosen, value);
}

function optionOf(schema: z.ZodDiscriminatedUnion, value: Value): Schema {
  const name = schema._zod.def.discriminator;
  const kind = isFields(value) ? value[name] : undefined;
  const option = schema.options.find(
    (each) => each instanceof z.ZodObject && each.shape[name]?.safeParse(kind).success,
  );
  return option ?? malformed(VALUE_MESSAGES.notAccepted);
}

function checkFields(schema: z.ZodObject, value: Value, isEntry: boolean): void {
  const fields = isFields(value) ? value : malformed(VALUE_MESSAGES.mustBeObject);
  for (const [name, each] of Object.entries(fields)) {
    // Identifies an entry of a list without keys.
    if (name === '_id' && isEntry && !Object.hasOwn(schema.shape, 'key')) continue;
    check(fieldOf(schema, name), each);
  }
}

function checkList(schema: z.ZodArray, value: Value): void {
  const list: readonly Value[] = Array.isArray(value) ? value : malformed(VALUE_MESSAGES.mustBeList);
  for (const each of schema._zod.def.checks ?? [])
    if (each instanceof z.core.$ZodCheckMaxLength && list.length > each._zod.def.maximum)
      malformed(fieldText('atMostEntries', { count: each._zod.def.maximum }));
  const element = elementOf(schema);
  for (const each of list) check(element, each, true);
}

function checkPlain(schema: Schema, value: Value): void {
  const result = z.safeParse(schema, value, { error: issueText });
  if (!result.success) malformed(result.error.issues[0]?.message ?? VALUE_MESSAGES.notAccepted);
}

/** A working copy as a document: its values, the places in it, and how one place is changed. */

export type Value = string | number | boolean | null | readonly Value[] | Fields;
export interface Fields {
  readonly [name: string]: Value;
}

/** Segments: the name of a field, or `#` and the key (or `_id`) of an entry of a list. */
export type Path = readonly string[];

/** Why an operation cannot be applied. The code is also the key of the translated text in the browser. */
export const REFUSALS = {
  bad_path: 'This is not a place in a book.',
  no_entry: 'This entry is not there any more.',
  no_parent: 'What this belongs to is not there any more.',
  not_a_list: 'This is not a list of entries.',
  no_identity: 'An entry of a list needs a key.',
  fixed_identity: 'The key of an entry cannot be changed. Remove the entry and add another one.',
  duplicate: 'There is an entry with this key already.',
  into_itself: 'An entry cannot be moved into itself.',
  bad_value: 'This value cannot be stored.',
  malformed: 'This value does not fit here.',
  by_staff: 'Only staff change this.',
  identity_taken: 'Another book has this short name and edition.',
  too_large: 'The book would become too large.',
} as const;
export type RefusalCode = keyof typeof REFUSALS;

export class OperationRefused extends Error {
  readonly code: RefusalCode;
  constructor(code: RefusalCode, message: string = REFUSALS[code]) {
    super(message);
    this.name = 'OperationRefused';
    this.code = code;
  }
}
export const refuse = (code: RefusalCode, message?: string): never => {
  throw new OperationRefused(code, message);
};

/** Deeper than any book is. Recursion stays short, whatever is sent. */
const MAX_DEPTH = 12;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,59}$|^_id$/;
const ENTRY_ID = /^#[A-Za-z0-9_-]{1,80}$/;

export const isEntrySegment = (segment: string | undefined): boolean => segment?.startsWith('#') ?? false;
export const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** By its key, or by the `_id` that entries without a key carry. */
export function idOf(entry: Value): string | null {
  if (!isFields(entry)) return null;
  const id = Object.hasOwn(entry, 'key') ? entry.key : Object.hasOwn(entry, '_id') ? entry._id : undefined;
  return typeof id === 'string' && ENTRY_ID.test(`#${id}`) ? id : null;
}

/** The entries of a list; a list that is not there has none. Refuses everything else, a list of plain values too. */
export function entriesOf(list: Value | undefined): readonly Fields[] {
  if (list === undefined) return [];
  return isList(list) && list.every(isFields) ? (list as readonly Fields[]) : refuse('not_a_list');
}

export const isWithin = (path: Path, ancestor: Path): boolean =>
  ancestor.length <= path.length && ancestor.every((segment, index) => segment === path[index]);
export const isSamePath = (one: Path, other: Path): boolean =>
  one.length === other.length && isWithin(one, other);
export const entryPath = (list: Path, id: string): Path => [...list, `#${id}`];

export function demandPath(path: Path, last: 'field' | 'entry'): void {
  const isWell = path.every((segment, index) =>
    isEntrySegment(segment)
      ? index > 0 && !isEntrySegment(path[index - 1]) && ENTRY_ID.test(segment)
      : FIELD_NAME.test(segment),
  );
  if (!isWell || path.length === 0 || path.length > MAX_DEPTH) refuse('bad_path');
  if (isEntrySegment(path.at(-1)) !== (last === 'entry')) refuse('bad_path');
}

const step = (value: Value | undefined, segment: string): Value | undefined => {
  if (!isEntrySegment(segment))
    return isFields(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  return isList(value) ? value.find((entry) => idOf(entry) === segment.slice(1)) : undefined;
};
/** Undefined where there is nothing. */
export const valueAt = (document: Fields, path: Path): Value | undefined =>
  path.reduce<Value | undefined>(step, document);

/** The document with another value at the path; undefined leaves it out. The rest is shared with the former one. */
export function changedAt(
  document: Fields,
  path: Path,
  change: (value: Value | undefined) => Value | undefined,
): Fields {
  return descend(document, path, change) as Fields;
}

function descend(
  value: Value | undefined,
  path: Path,
  change: (value: Value | undefined) => Value | undefined,
): Value | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return change(value);
  if (isEntrySegment(segment)) {
    const list = isList(value) ? value : refuse('no_entry');
    const index = list.findIndex((entry) => idOf(entry) === segment.slice(1));
    if (index < 0) refuse('no_entry');
    return list.with(index, descend(list[index], rest, change) as Value);
  }
  const fields = isFields(value) ? value : refuse('no_parent');
  const next = descend(step(fields, segment), rest, change);
  if (next !== undefined) return { ...fields, [segment]: next };
  const { [segment]: _, ...others } = fields;
  return others;
}

/**
 * As it is stored: a list without entries is left out, so that the first entry and the last one can be taken back
 * exactly. Undefined = nothing is left. Refuses what no database or no list can hold.
 */
export function normalized(value: unknown, depth = 0): Value | undefined {
  if (depth > MAX_DEPTH) refuse('bad_value');
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0') ? value : refuse('bad_value');
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse('bad_value');
  if (typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return normalizedList(value, depth);
  if (typeof value !== 'object') return refuse('bad_value');
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      if (!FIELD_NAME.test(name)) refuse('bad_value');
      const kept = normalized(each, depth + 1);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function normalizedList(list: readonly unknown[], depth: number): Value | undefined {
  if (list.length === 0) return undefined;
  const values = list.map((each) => normalized(each, depth + 1) ?? refuse('bad_value'));
  if (!values.some(isFields)) return values;
  const ids = values.map(idOf);
  if (ids.includes(null)) refuse('no_identity');
  if (new Set(ids).size < ids.length) refuse('duplicate');
  return values;
}

/**
 * Operations of a working copy: small changes of one place, applied by the server and, before it has answered, by the
 * browser. Pure: nothing is changed in place.
 */
import {
  changedAt,
  demandPath,
  entriesOf,
  entryPath,
  type Fields,
  idOf,
  isEntrySegment,
  isFields,
  isSamePath,
  isWithin,
  normalized,
  OperationRefused,
  type Path,
  refuse,
  type Value,
  valueAt,
} from './working-copy-document.ts';

export type Operation =
  /** Without a value the field is left out. */
  | { readonly op: 'set'; readonly path: Path; readonly value?: Value | undefined }
  /** `path` is the list's; `after` the id of the entry before it, null = first. */
  | { readonly op: 'insert'; readonly path: Path; readonly entry: Fields; readonly after: string | null }
  | { readonly op: 'remove'; readonly path: Path }
  /** `to` is the path of the target list, which may be the present one. */
  | { readonly op: 'move'; readonly path: Path; readonly to: Path; readonly after: string | null };

export interface Applied {
  readonly document: Fields;
  /** Takes the operation back. */
  readonly inverse: Operation;
}

/** Throws `OperationRefused` where the document has no such place, or the value cannot stand there. */
export function applyOperation(document: Fields, operation: Operation): Applied {
  switch (operation.op) {
    case 'set':
      return set(document, operation.path, operation.value);
    case 'insert':
      return insert(document, operation.path, operation.entry, operation.after);
    case 'remove':
      return remove(document, operation.path);
    case 'move':
      return move(document, operation);
  }
}

/** Null where it is refused. */
export function tryOperations(document: Fields, operations: readonly Operation[]): Fields | null {
  try {
    return operations.reduce((before, operation) => applyOperation(before, operation).document, document);
  } catch (error) {
    if (error instanceof OperationRefused) return null;
    throw error;
  }
}

function set(document: Fields, path: Path, value: unknown): Applied {
  demandPath(path, 'field');
  const name = path.at(-1);
  if (name === '_id' || (name === 'key' && isEntrySegment(path.at(-2)))) refuse('fixed_identity');
  const next = value === undefined ? undefined : normalized(value);
  const before = valueAt(document, path);
  return {
    document: changedAt(document, path, () => next),
    inverse: before === undefined ? { op: 'set', path } : { op: 'set', path, value: before },
  };
}

function insert(document: Fields, path: Path, given: unknown, after: string | null): Applied {
  demandPath(path, 'field');
  const entry = normalized(given);
  const id = (entry === undefined ? null : idOf(entry)) ?? refuse('no_identity');
  return {
    document: changedAt(document, path, (list) => inserted(entriesOf(list), entry as Fields, after)),
    inverse: { op: 'remove', path: entryPath(path, id) },
  };
}

/** If the entry that it should follow does not exist any more, it becomes the last one. */
function inserted(list: readonly Fields[], entry: Fields, after: string | null): readonly Fields[] {
  const id = idOf(entry);
  if (list.some((each) => idOf(each) === id)) refuse('duplicate');
  if (after === null) return [entry, ...list];
  const index = list.findIndex((each) => idOf(each) === after);
  return list.toSpliced(index < 0 ? list.length : index + 1, 0, entry);
}

function remove(document: Fields, path: Path): Applied {
  const { entry, list, after, rest } = takenOut(document, path);
  return { document: rest, inverse: { op: 'insert', path: list, entry, after } };
}

function move(document: Fields, { path, to, after }: Extract<Operation, { op: 'move' }>): Applied {
  demandPath(to, 'field');
  if (isWithin(to, path)) refuse('into_itself');
  const { entry, list, after: before, rest } = takenOut(document, path);
  const id = idOf(entry) as string;
  return {
    document: changedAt(rest, to, (target) => inserted(entriesOf(target), entry, after)),
    inverse: { op: 'move', path: entryPath(to, id), to: list, after: before },
  };
}

function takenOut(document: Fields, path: Path) {
  demandPath(path, 'entry');
  const list = path.slice(0, -1);
  const entry = valueAt(document, path);
  if (!isFields(entry)) return refuse('no_entry');
  const entries = entriesOf(valueAt(document, list));
  const index = entries.indexOf(entry);
  const previous = entries[index - 1];
  const rest = changedAt(document, list, () =>
    entries.length === 1 ? undefined : entries.toSpliced(index, 1),
  );
  return { entry, list, after: previous ? idOf(previous) : null, rest };
}

/** The places that an operation is about: not those of an entry's neighbors. */
export function placesOf(operation: Operation): readonly Path[] {
  switch (operation.op) {
    case 'insert':
      return [entryPath(operation.path, idOf(operation.entry) ?? '')];
    case 'move':
      return [operation.path, [...operation.to, operation.path.at(-1) ?? '']];
    default:
      return [operation.path];
  }
}

/** One is about a place of the other, or about what contains it. Others may be made in any order. */
export const touches = (one: Operation, other: Operation): boolean =>
  placesOf(one).some((place) =>
    placesOf(other).some((another) => isWithin(place, another) || isWithin(another, place)),
  );

/** Where an entry stood that was removed or moved, by what takes the operation back. */
export interface Departure {
  readonly path: Path;
  readonly after: string | null;
}
export function departureOf(operation: Operation, inverse: Operation): Departure | null {
  if (operation.op !== 'remove' && operation.op !== 'move') return null;
  if (inverse.op !== 'insert' && inverse.op !== 'move') return null;
  return { path: operation.path, after: inverse.after };
}

/**
 * The operation with the entry that it follows where that one has left the list meanwhile: then it follows what that
 * one stood after.
 */
export function reanchored(
  document: Fields,
  operation: Operation,
  departures: readonly Departure[],
): Operation {
  if ((operation.op !== 'insert' && operation.op !== 'move') || operation.after === null) return operation;
  const list = operation.op === 'insert' ? operation.path : operation.to;
  let after: string | null = operation.after;
  for (const seen = new Set<string>(); after !== null && !seen.has(after); ) {
    const path: Path = entryPath(list, after);
    if (valueAt(document, path) !== undefined) break;
    const departure = departures.findLast((each) => isSamePath(each.path, path));
    if (!departure) break;
    seen.add(after);
    after = departure.after;
  }
  return after === operation.after ? operation : { ...operation, after };
}

/** What an operation did, for people: the place, and its value before and afterwards. */
export interface Difference {
  readonly path: Path;
  readonly before?: Value | undefined;
  readonly after?: Value | undefined;
}
export function differenceOf(operation: Operation, inverse: Operation): Difference {
  switch (operation.op) {
    case 'set':
      return {
        path: operation.path,
        before: inverse.op === 'set' ? inverse.value : undefined,
        after: operation.value,
      };
    case 'insert':
      return { path: placesOf(operation)[0] ?? operation.path, after: operation.entry };
    case 'remove':
      return { path: operation.path, before: inverse.op === 'insert' ? inverse.entry : undefined };
    case 'move':
      return {
        path: operation.path,
        before: inverse.op === 'move' ? { list: inverse.to, after: inverse.after } : undefined,
        after: { list: operation.to, after: operation.after },
      };
  }
}

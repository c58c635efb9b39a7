import type { Operation } from '@vesalius/contract/working-copy';
import {
  type Fields,
  isFields,
  type Path,
  type Value,
  valueAt,
} from '@vesalius/contract/working-copy-document';

/**
 * Sets a field, and creates its group if needed. Without a value it removes the field, and the group if that is then
 * empty.
 */
export function setField(document: Fields, path: Path, value: Value | undefined): Operation {
  const parent = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  const isOfGroup = parent.length > 0 && !parent.at(-1)?.startsWith('#');
  if (!isOfGroup) return { op: 'set', path, value };
  const group = valueAt(document, parent);
  if (!isFields(group))
    return setField(document, parent, value === undefined ? undefined : { [name]: value });
  const others = Object.keys(group).some((each) => each !== name);
  return value === undefined && !others ? setField(document, parent, undefined) : { op: 'set', path, value };
}

/** Appends an entry to a list, and creates its group if needed. */
export function addEntry(document: Fields, list: Path, entry: Fields, last: string | null): Operation {
  const parent = list.slice(0, -1);
  if (parent.length === 0 || valueAt(document, parent) !== undefined)
    return { op: 'insert', path: list, entry, after: last };
  return setField(document, list, [entry]);
}

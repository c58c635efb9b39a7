import type { Path, Value } from '@vesalius/contract/working-copy-document';
import type { Kept } from './waiting.ts';

export interface UnsavedText {
  readonly key: string;
  readonly path: Path;
  readonly text: string;
}

/** What the user wrote in changes that cannot be saved: the last text of each field. Removing and moving write nothing. */
export function unsavedTexts({ waiting, disputes }: Kept): UnsavedText[] {
  const changes = waiting.flatMap((each) => (each.kind === 'change' ? each.operations : []));
  const texts = new Map<string, UnsavedText>();
  for (const operation of [...disputes.flatMap(({ operations }) => operations), ...changes]) {
    if (operation.op !== 'set' && operation.op !== 'insert') continue;
    const { path } = operation;
    const text = textsIn(operation.op === 'set' ? operation.value : operation.entry).join('\n');
    // Several entries may be inserted into one list.
    const key = JSON.stringify(operation.op === 'set' ? [path] : [path, texts.size]);
    if (text) texts.set(key, { key, path, text });
    else texts.delete(key);
  }
  return [...texts.values()];
}

const NAMES_OF_ENTRIES = ['key', '_id'];
function textsIn(value: Value | undefined): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return value === '' ? [] : [String(value)];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each as Value));
  return Object.entries(value).flatMap(([name, each]) =>
    NAMES_OF_ENTRIES.includes(name) ? [] : textsIn(each as Value),
  );
}

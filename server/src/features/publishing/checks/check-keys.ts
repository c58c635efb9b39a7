import type { Path } from '../mistakes.ts';
import type { BookUnderCheck } from './book-under-check.ts';

/** Reports each repeated key at its path; returns the keys. */
export function checkKeys(
  book: BookUnderCheck,
  items: Iterable<readonly [Path, { key: string }]>,
  what: string,
): Set<string> {
  const keys = new Set<string>();
  for (const [path, { key }] of items) {
    if (keys.has(key)) {
      book.mistake([...path, 'key'], `is "${key}", as another ${what} already is; give each its own key`);
    }
    keys.add(key);
  }
  return keys;
}

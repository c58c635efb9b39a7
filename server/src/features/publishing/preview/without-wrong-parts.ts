import { applyOperation } from '@vesalius/contract/working-copy';
import {
  type Fields,
  isEntrySegment,
  OperationRefused,
  type Path,
  valueAt,
} from '@vesalius/contract/working-copy-document';
import type { Finding } from '../works/work-under-check.ts';

/** Without these there is no book to show. */
const NEEDED = ['slug', 'title', 'pdf', 'chapters', 'category'];

/** The entry with the error, such as a question; otherwise the field of the book. */
function partOf(path: Path): Path {
  const entry = path.findLastIndex((segment) => isEntrySegment(segment));
  return entry < 0 ? path.slice(0, 1) : path.slice(0, entry + 1);
}

/**
 * The document without the parts that have an error, so that one wrong question does not withhold the preview of a book.
 * Null: an error is about the book itself, or about something that is still being prepared.
 */
export function withoutWrongParts(document: Fields, findings: readonly Finding[]): Fields | null {
  const wrong = findings.filter(({ kind }) => kind === 'mistake');
  if (wrong.length === 0) return null;
  let rest = document;
  for (const { path } of wrong) {
    const part = partOf(path);
    const isOfBook = part.length < 2;
    if (isOfBook && (NEEDED.includes(part[0] ?? 'slug') || valueAt(document, part) === undefined))
      return null;
    try {
      rest = applyOperation(
        rest,
        isOfBook ? { op: 'set', path: part } : { op: 'remove', path: part },
      ).document;
    } catch (error) {
      // It went with another part.
      if (!(error instanceof OperationRefused)) throw error;
    }
  }
  return rest === document ? null : rest;
}

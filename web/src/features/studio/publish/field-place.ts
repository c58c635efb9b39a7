import {
  entriesOf,
  entryPath,
  type Fields,
  idOf,
  isEntrySegment,
  type Path,
  valueAt,
} from '@vesalius/contract/working-copy-document';
import { paths } from '../../../lib/paths.ts';
import { valueText } from '../desk/conflicts.tsx';
import type { Selection } from '../desk/desk-context.ts';
import { marksOf } from '../desk/marks.ts';
import { BOOK_FIELDS, BOOK_PARTS } from '../fields/field-spec.ts';

/** The address of the desk that opens a field. */
export const fieldAddress = (workId: string, path: Path): string => {
  // Approvals are not a field of the book: authors and editors give them.
  if (path[0] === 'approvals') return paths.studioReview.to(workId);
  const desk = paths.studioWork.to(workId);
  return path.length === 0 ? desk : `${desk}?${new URLSearchParams({ field: path.join('/') })}`;
};

/** The selection on the desk that shows a field. */
export function selectionOfField(
  document: Fields,
  path: Path,
): { selection: Selection; page: number | null } {
  const selection = selectionAt(document, path);
  if (selection.kind === 'book') return { selection, page: null };
  if (selection.kind === 'chapter') {
    const first = valueAt(document, [
      ...selection.path,
      path.at(-1) === 'last_page' ? 'last_page' : 'first_page',
    ]);
    return { selection, page: typeof first === 'number' ? first : null };
  }
  const own = selection.path.join('/');
  const marks = marksOf(document).filter((mark) => mark.path.join('/') === own);
  const mark = (path.at(-1) === 'post_page' && marks.find(({ kind }) => kind === 'post')) || marks[0];
  return { selection, page: mark?.page ?? null };
}

function selectionAt(document: Fields, path: Path): Selection {
  const [field = '', entry, list, item] = path;
  if (field === 'chapters' && entry) return { kind: 'chapter', path: [field, entry] };
  if (field === 'quizzes' && entry) return { kind: 'quiz', path: [field, entry] };
  if (field === 'tests' && entry) return { kind: 'test', path: [field, entry] };
  if (field === 'supplementaries' && entry) {
    if (list && item) return { kind: 'material', path: [field, entry, list, item] };
    // What is said of the page of several materials leads to the first of them.
    const materials: Path = [field, entry, 'materials'];
    const [first] = entriesOf(valueAt(document, materials)).flatMap((each) => idOf(each) ?? []);
    if (first !== undefined) return { kind: 'material', path: entryPath(materials, first) };
  }
  const part = BOOK_PARTS.find((each) => BOOK_FIELDS[each].some(({ name }) => name === field));
  return { kind: 'book', ...(part ? { part } : {}) };
}

/** The names of a field's ancestors, and its own. */
export const fieldTrail = (document: Fields, path: Path, labelOf: (name: string) => string): string[] =>
  path.flatMap((segment, index) => {
    if (!isEntrySegment(segment)) return segment === 'materials' ? [] : [labelOf(segment)];
    return valueText(valueAt(document, path.slice(0, index + 1))) ?? [];
  });

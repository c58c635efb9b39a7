import type { Operation } from '@vesalius/contract/working-copy';
import { entriesOf, entryPath, type Fields, idOf, valueAt } from '@vesalius/contract/working-copy-document';
import { shortId } from '../fields/field-spec.ts';
import { chapterAt, chaptersOf, MATERIALS_OF, type Mark, SUPPLEMENTARIES } from './marks.ts';

const set = (path: readonly string[], value: number | string): Operation => ({ op: 'set', path, value });
const lastId = (list: readonly Fields[]): string | null => {
  const last = list.at(-1);
  return last ? idOf(last) : null;
};

/** The operations that move a material, a quiz or a test to another page. */
export function moveMark(document: Fields, mark: Mark, page: number): Operation[] {
  if (mark.page === page) return [];
  if (mark.kind === 'quiz') return [set([...mark.path, 'page'], page)];
  if (mark.kind !== 'material') return [set([...mark.path, `${mark.kind}_page`], page)];
  const from = mark.path.slice(0, 2);
  const siblings = entriesOf(valueAt(document, mark.path.slice(0, 3)));
  const { operations, list, after } = materialsAt(document, page);
  // If it is alone, its entry's page is changed: concurrent edits of it keep their path.
  if (siblings.length === 1 && operations.length > 0) return [set([...from, 'page'], page)];
  return [
    ...operations,
    { op: 'move', path: mark.path, to: list, after },
    ...(siblings.length === 1 ? [{ op: 'remove', path: from } as const] : []),
  ];
}

/** The path of a page's materials, and the operations that create it if needed. */
function materialsAt(document: Fields, page: number) {
  const all = entriesOf(document.supplementaries);
  const known = all.find((each) => each.page === page);
  const id = known ? (idOf(known) ?? '') : shortId();
  const made: Operation = {
    op: 'insert',
    path: SUPPLEMENTARIES,
    entry: { _id: id, page },
    after: lastId(all),
  };
  return {
    operations: known ? [] : [made],
    list: MATERIALS_OF(id),
    after: lastId(entriesOf(known?.materials)),
  };
}

export function addMaterial(document: Fields, page: number, material: Fields): Operation[] {
  const { operations, list, after } = materialsAt(document, page);
  return [...operations, { op: 'insert', path: list, entry: material, after }];
}

export const addTo = (document: Fields, list: 'quizzes' | 'tests', entry: Fields): Operation => ({
  op: 'insert',
  path: [list],
  entry,
  after: lastId(entriesOf(document[list])),
});

/**
 * Moves the border between a chapter and the previous one: the chapter begins at `page`, and the previous one ends
 * there. Null if one of the two would have no page left.
 */
export function moveBorder(document: Fields, chapterId: string, page: number): Operation[] | null {
  const chapters = chaptersOf(document);
  const index = chapters.findIndex(({ id }) => id === chapterId);
  const chapter = chapters[index];
  const before = chapters[index - 1];
  if (!chapter || page < 1 || page > (chapter.last ?? page)) return null;
  if (before && page <= (before.first ?? 0)) return null;
  if (page === chapter.first) return [];
  // A gap between two chapters stays until it is closed.
  const isJoined = before && (before.last ?? 0) >= Math.min(page, chapter.first ?? page) - 1;
  return [
    set([...chapter.path, 'first_page'], page),
    ...(before && isJoined ? [set([...before.path, 'last_page'], page - 1)] : []),
  ];
}

/** Begins a chapter here: it gets the remaining pages of the chapter at this page. Null if one begins here already. */
export function beginChapter(
  document: Fields,
  page: number,
  title: string,
  pageCount: number,
): Operation[] | null {
  const chapters = chaptersOf(document);
  const around = chapterAt(chapters, page);
  if (chapters.some(({ first }) => first === page)) return null;
  const next = chapters.find(({ first }) => first !== null && first > page);
  const last = around?.last ?? (next?.first ?? pageCount + 1) - 1;
  const previous = chapters.findLast(({ first }) => first !== null && first < page);
  const entry = { key: `chapter-${shortId()}`, title, first_page: page, last_page: last };
  return [
    ...(around ? [set([...entryPath(['chapters'], around.id), 'last_page'], page - 1)] : []),
    { op: 'insert', path: ['chapters'], entry, after: previous?.id ?? null },
  ];
}

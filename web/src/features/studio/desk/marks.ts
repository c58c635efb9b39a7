import {
  entriesOf,
  entryPath,
  type Fields,
  idOf,
  type Path,
  type Value,
} from '@vesalius/contract/working-copy-document';

type MarkKind = 'material' | 'quiz' | 'pre' | 'post';

/** A thing of the book that belongs to a page. */
export interface Mark {
  /** Does not change when the thing is moved. */
  readonly id: string;
  readonly kind: MarkKind;
  readonly path: Path;
  readonly page: number | null;
  readonly title: string;
}
export interface Chapter {
  readonly id: string;
  readonly path: Path;
  readonly title: string;
  readonly first: number | null;
  readonly last: number | null;
}

const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
const number = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);

export const SUPPLEMENTARIES: Path = ['supplementaries'];
export const MATERIALS_OF = (id: string): Path => [...entryPath(SUPPLEMENTARIES, id), 'materials'];

export function marksOf(document: Fields): Mark[] {
  const materials = entriesOf(document.supplementaries).flatMap((supplementary) =>
    entriesOf(supplementary.materials).map((material): Mark => {
      const id = idOf(material) ?? '';
      return {
        id: `material ${id}`,
        kind: 'material',
        path: entryPath(MATERIALS_OF(idOf(supplementary) ?? ''), id),
        page: number(supplementary.page),
        title: text(material.title),
      };
    }),
  );
  const quizzes = entriesOf(document.quizzes).map((quiz): Mark => {
    const id = idOf(quiz) ?? '';
    const path = entryPath(['quizzes'], id);
    return { id: `quiz ${id}`, kind: 'quiz', path, page: number(quiz.page), title: text(quiz.title) };
  });
  const tests = entriesOf(document.tests).flatMap((test) => {
    const id = idOf(test) ?? '';
    const path = entryPath(['tests'], id);
    return (['pre', 'post'] as const).map(
      (kind): Mark => ({
        ...{ id: `${kind} ${id}`, kind, path },
        page: number(test[`${kind}_page`]),
        title: text(test.title),
      }),
    );
  });
  return [...materials, ...quizzes, ...tests];
}

/** In the order of their pages. */
export const chaptersOf = (document: Fields): Chapter[] =>
  entriesOf(document.chapters)
    .map(
      (chapter): Chapter => ({
        id: idOf(chapter) ?? '',
        path: entryPath(['chapters'], idOf(chapter) ?? ''),
        title: text(chapter.title),
        first: number(chapter.first_page),
        last: number(chapter.last_page),
      }),
    )
    .toSorted((a, b) => (a.first ?? 0) - (b.first ?? 0));

export const chapterAt = (chapters: readonly Chapter[], page: number): Chapter | null =>
  chapters.findLast(({ first, last }) => first !== null && first <= page && page <= (last ?? first)) ?? null;

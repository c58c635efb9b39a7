import type { WorkPages } from '@vesalius/contract/work-files';
import type { WorkPublication } from '@vesalius/contract/work-releases';
import type { Path } from '@vesalius/contract/working-copy-document';
import { createContext, useContext } from 'react';
import type { BookPart } from '../fields/field-spec.ts';
import type { FormTarget } from '../fields/form-context.ts';
import type { DroppedFiles } from './drag.ts';
import type { Chapter, Mark } from './marks.ts';

/** What is open on the desk: the book's own fields, or one of its things. */
export type Selection =
  /** Absent: the part that was open last. */
  | { readonly kind: 'book'; readonly part?: BookPart }
  | { readonly kind: 'chapter' | 'material' | 'quiz' | 'test'; readonly path: Path };

export interface DeskParts extends FormTarget {
  /** The price in the shop; null: the book is not published. */
  readonly shopPrice: WorkPublication['price'];
  /** The release that readers see; null: none. */
  readonly revision: WorkPublication['revision'];
  readonly pages: WorkPages;
  readonly pageCount: number;
  readonly page: number;
  readonly goTo: (page: number) => void;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly marks: readonly Mark[];
  readonly chapters: readonly Chapter[];
  readonly labelOf: (page: number) => string;
  /** Moves the mark and announces the result. */
  readonly moveTo: (mark: Mark, page: number) => void;
  readonly moveChapter: (chapter: Chapter, page: number) => void;
  /** Opens a page that was chosen in the strip or in the view, and passes it to a field that waits for one. */
  readonly choosePage: (page: number) => void;
  /** Whether the next chosen page is for a field. */
  readonly picking: boolean;
  /** Null: no field waits any more. */
  readonly pick: (take: ((page: number) => void) | null) => void;
  readonly dropFiles: (dropped: DroppedFiles, page: number) => void;
}
export const DeskContext = createContext<DeskParts | null>(null);
export function useDesk(): DeskParts {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('a part of the desk stands outside of it');
  return desk;
}

export const selectionOf = ({ kind, path }: Mark): Selection => ({
  kind: kind === 'pre' || kind === 'post' ? 'test' : kind,
  path,
});

/** A material that was moved to another page stays selected: its path is another one. */
export function followed(selection: Selection, marks: readonly Mark[]): Selection {
  if (selection.kind !== 'material') return selection;
  const mark = marks.find(({ kind, path }) => kind === 'material' && path.at(-1) === selection.path.at(-1));
  return mark ? { kind: 'material', path: mark.path } : selection;
}

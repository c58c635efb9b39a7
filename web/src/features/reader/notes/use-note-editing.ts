import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import { type RefObject, useCallback, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { type Annotations, useAnnotations } from './use-annotations.ts';
import { type SelectedQuote, useSelection } from './use-selection.ts';

export interface NoteEditing {
  readonly annotations: Annotations;
  readonly selected: SelectedQuote | null;
  clearSelection(): void;
  readonly editing: Annotation | null;
  edit(annotation: Annotation | null): void;
  highlight(color: HighlightColor, withNote: boolean): void;
  /** Opens the highlight under a click, if there is one. */
  openAt(event: React.MouseEvent): void;
}

/** Selecting, highlighting and writing, as far as the person may. */
export function useNoteEditing(
  bookId: string,
  mayAnnotate: boolean,
  area: RefObject<HTMLElement | null>,
  engine: PageEngine,
  onFailed: () => void,
): NoteEditing {
  const annotations = useAnnotations(bookId, mayAnnotate, onFailed);
  const [selected, clearSelection] = useSelection(area, engine);
  const [editing, edit] = useState<Annotation | null>(null);

  const highlight = (color: HighlightColor, withNote: boolean) => {
    if (!selected) return;
    const made = annotations.create({
      book_id: bookId,
      note: { pageNumber: selected.page, quote: selected.quote },
      color,
      rects: [...selected.rects],
      quote_before: selected.quoteBefore,
      quote_after: selected.quoteAfter,
    });
    clearSelection();
    if (withNote) edit(made);
  };
  const openAt = useCallback(
    (event: React.MouseEvent) => {
      const touched = annotationAt(event, annotations);
      if (touched && document.getSelection()?.isCollapsed) edit(touched);
    },
    [annotations],
  );
  return {
    annotations,
    selected: mayAnnotate ? selected : null,
    clearSelection,
    editing,
    edit,
    highlight,
    openAt,
  };
}

/** The words lie above the highlights and get the click first. Asked of what is shown: a page may be turned. */
function annotationAt(event: React.MouseEvent, annotations: Annotations): Annotation | undefined {
  const sheet = event.target instanceof Element ? event.target.closest('[data-page]') : null;
  if (!sheet) return undefined;
  const { clientX: x, clientY: y } = event;
  const touched = [...sheet.querySelectorAll('[data-highlight]')].find((each) => {
    const box = each.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  const id = touched?.getAttribute('data-highlight');
  return annotations.onPage(Number(sheet.getAttribute('data-page'))).find((each) => each.id === id);
}

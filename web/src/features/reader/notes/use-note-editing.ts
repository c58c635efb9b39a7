import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { OPENS_UNSENT } from '../../../lib/unsent.ts';
import { notify, notifySuccess } from '../../../ui/notify.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import { MAX_QUOTE_LENGTH } from './selection-quote.ts';
import { findUnsentNote, forgetUnsentNote, keepUnsentNote, readUnsentNote } from './unsent-note.ts';
import { type Annotations, useAnnotations } from './use-annotations.ts';
import { type SelectedQuote, useSelection } from './use-selection.ts';

export interface NoteEditing {
  readonly annotations: Annotations;
  readonly selected: SelectedQuote | null;
  clearSelection(): void;
  readonly editing: Annotation | null;
  /** With what was written last and not saved. */
  edit(annotation: Annotation | null): void;
  /** What stands in the open editor: kept until it is saved. Null: it is given up. */
  keep(change: NoteChange | null): void;
  /** The note in the open editor. What was saved without being asked for can be undone. */
  save(change: NoteChange, isAsked: boolean): void;
  /** The note in the open editor, with what was written in it; it can be restored. */
  remove(written: NoteChange): void;
  highlight(color: HighlightColor, withNote: boolean): void;
  /** A note on the page as a whole: needs no words, not even a mouse. */
  notePage(page: number): void;
  /** Opens the highlight under a click, if there is one. */
  openAt(event: React.MouseEvent): void;
}

interface NoteChange {
  readonly text: string;
  readonly color: HighlightColor;
}

/** Selecting, highlighting and writing, as far as the person may. */
export function useNoteEditing(
  bookId: string,
  mayAnnotate: boolean,
  area: RefObject<HTMLElement | null>,
  engine: PageEngine,
  onFailed: () => void,
): NoteEditing {
  const { t } = useTranslation('reader');
  const annotations = useAnnotations(bookId, mayAnnotate, onFailed);
  const [selected, clearSelection] = useSelection(area, engine);
  const [editing, setEditing] = useState<Annotation | null>(null);
  const edit = useCallback(
    (annotation: Annotation | null) => {
      const unsent = annotation && readUnsentNote(bookId, annotation.id);
      setEditing(
        unsent
          ? { ...annotation, color: unsent.color, note: { ...annotation.note, text: unsent.note.text } }
          : annotation,
      );
    },
    [bookId],
  );
  useUnsentNote(bookId, mayAnnotate, annotations, edit);

  return useMemo(() => {
    const store = (text: string, { note, color, rects, quote_before, quote_after }: Annotation) =>
      annotations.create({
        book_id: bookId,
        note: { ...note, text },
        color,
        rects: [...rects],
        quote_before,
        quote_after,
      });
    return {
      annotations,
      selected: mayAnnotate ? selected : null,
      clearSelection,
      editing,
      edit,
      keep(change) {
        if (!editing) return;
        if (!change) return forgetUnsentNote(bookId, editing.id);
        const note = { ...editing.note, text: change.text };
        keepUnsentNote(bookId, { ...editing, color: change.color, note });
      },
      save(change, isAsked) {
        if (!editing) return;
        const before = annotations.all.find(({ id }) => id === editing.id);
        annotations.update(editing.id, change);
        if (isAsked || !before) return;
        const undo = () => annotations.update(before.id, { text: before.note.text, color: before.color });
        notifySuccess(t('notes.saved'), { label: t('notes.undo'), run: undo });
      },
      remove({ text, color }) {
        if (!editing) return;
        const stored = annotations.all.find(({ id }) => id === editing.id);
        annotations.remove(editing.id);
        if (editing.note.quote === '' && (stored?.note.text ?? text) === '') return;
        // Under an id of its own: the removal may still be on its way.
        const restore = () => store(text || (stored?.note.text ?? ''), { ...editing, color });
        notifySuccess(t('notes.removed'), { label: t('notes.undo'), run: restore });
      },
      highlight(color, withNote) {
        if (!selected) return;
        const quotes = [selected, ...selected.further];
        const [made] = quotes.map(({ page, quote, rects, quoteBefore, quoteAfter }) =>
          annotations.create({
            book_id: bookId,
            note: { pageNumber: page, quote },
            color,
            rects: [...rects],
            quote_before: quoteBefore,
            quote_after: quoteAfter,
          }),
        );
        if (quotes.some(({ isCut }) => isCut)) notify('info', t('notes.cut', { max: MAX_QUOTE_LENGTH }));
        clearSelection();
        if (withNote && made) edit(made);
      },
      notePage(pageNumber) {
        edit(annotations.create({ book_id: bookId, note: { pageNumber, quote: '' }, color: 'yellow' }));
      },
      openAt(event) {
        const touched = annotationAt(event, annotations);
        if (touched && document.getSelection()?.isCollapsed) edit(touched);
      },
    };
  }, [annotations, bookId, mayAnnotate, selected, clearSelection, editing, edit, t]);
}

/** Opened by a link to what was written and not saved: shows it in the editor, once the notes are known. */
function useUnsentNote(
  bookId: string,
  mayAnnotate: boolean,
  annotations: Annotations,
  edit: (annotation: Annotation) => void,
): void {
  const { state, key } = useLocation();
  const seenKey = useRef<string | null>(null);
  const isWaiting = useRef(false);
  useEffect(() => {
    if (state === OPENS_UNSENT && key !== seenKey.current) {
      seenKey.current = key;
      isWaiting.current = true;
    }
    if (!isWaiting.current || !mayAnnotate || annotations.isLoading || annotations.failed) return;
    isWaiting.current = false;
    const unsent = findUnsentNote(bookId);
    if (!unsent) return;
    const { id, color, rects, quote_before, quote_after, note } = unsent;
    const stored = annotations.all.find((each) => each.id === id);
    // Its highlight did not arrive either.
    edit(
      stored ??
        annotations.create({
          id,
          book_id: bookId,
          note: { pageNumber: note.pageNumber, quote: note.quote },
          color,
          rects: [...rects],
          quote_before,
          quote_after,
        }),
    );
  }, [state, key, bookId, mayAnnotate, annotations, edit]);
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

import { MAX_QUOTE_LENGTH } from '@vesalius/contract/notebook-limits';
import type { Annotation, HighlightColor } from '@vesalius/contract/reader';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { OPENS_UNSENT } from '../../../lib/unsent.ts';
import { announce } from '../../../ui/announce.ts';
import { dismissToast, notify, notifySuccess } from '../../../ui/notify.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import { asNew, shownNote } from '../offline/changes.ts';
import {
  findUnsentNote,
  forgetUnsentNote,
  keepUnsentNote,
  readUnsentNote,
  type UnsentNote,
} from './unsent-note.ts';
import { type Annotations, useAnnotations } from './use-annotations.ts';
import { type Bookmarks, useBookmarks } from './use-bookmarks.ts';
import { type SelectedQuote, useSelection } from './use-selection.ts';

export interface NoteEditing {
  readonly annotations: Annotations;
  /** Null if this user cannot have notes. */
  readonly bookmarks: Bookmarks | null;
  readonly selected: SelectedQuote | null;
  clearSelection(): void;
  /** The note in the editor, with its unsaved text. */
  readonly editing: Annotation | null;
  /** The note in the editor as it was before editing: saving stores a change of it. */
  readonly base: Annotation | null;
  edit(annotation: Annotation | null): void;
  /** Stores the editor's current text locally until it is saved. Null: nothing was written. */
  keep(change: NoteChange | null): void;
  /** Saves the note in the editor. An automatic save can be undone. */
  save(change: NoteChange, isAsked: boolean): void;
  /** Discards the text in the editor and the highlights that were created for it. */
  discard(): void;
  /** Removes the note in the editor with its text; it can be restored. */
  remove(written: NoteChange): void;
  /** `onStored`: once the first highlight of the selection is stored; `discard` removes all of the selection. */
  highlight(
    color: HighlightColor,
    withNote: boolean,
    onStored?: (first: Annotation, discard: () => void) => void,
  ): void;
  /** Creates a note on the page as a whole, for which no words are selected; goes on with an unsaved one of the page. */
  notePage(page: number): void;
  /** Opens the highlight at a click, if there is one. */
  openAt(event: React.MouseEvent): void;
}

interface NoteChange {
  readonly text: string;
  readonly color: HighlightColor;
}

const withChange = (note: Annotation, { text, color }: NoteChange): Annotation => ({
  ...note,
  color,
  note: { ...note.note, text },
});

/** Selecting, highlighting and writing notes, as far as the user may. */
export function useNoteEditing(
  bookId: string,
  mayAnnotate: boolean,
  area: RefObject<HTMLElement | null>,
  engine: PageEngine,
): NoteEditing {
  const { t } = useTranslation('reader');
  const annotations = useAnnotations(bookId, mayAnnotate);
  const bookmarks = useBookmarks(bookId, mayAnnotate, annotations);
  const [selected, clearSelection] = useSelection(area, engine);
  const [opened, setOpened] = useState<UnsentNote | null>(null);
  /** The highlights that were created for a new note in the editor. */
  const madeForNote = useRef<readonly Annotation[]>([]);
  /** The toast that offers undo, until the note is saved again. */
  const savedNotice = useRef<{ noteId: string; toast: number } | null>(null);
  const edit = useCallback(
    (annotation: Annotation | null) => {
      madeForNote.current = [];
      if (!annotation) return setOpened(null);
      const unsent = readUnsentNote(bookId, annotation.id);
      if (!unsent) return setOpened({ note: annotation, base: annotation });
      // Elsewhere something may have been written in one of them meanwhile.
      const isEmpty = ({ id }: Annotation) => (annotations.find(id)?.note.text ?? '') === '';
      madeForNote.current = (unsent.made ?? []).filter(isEmpty);
      const { color, note } = unsent.note;
      const before = unsent.base;
      // Editing began before the server had the note: its base is the note as created.
      const updated_at = before.updated_at || annotation.created_at;
      setOpened({
        note: { ...annotation, color, note: { ...annotation.note, text: note.text } },
        base: { ...annotation, updated_at, color: before.color, note: before.note },
      });
    },
    [bookId, annotations],
  );
  useUnsentNote(bookId, mayAnnotate, annotations, edit);

  return useMemo(() => {
    const { note: editing, base } = opened ?? { note: null, base: null };
    /** A highlight that was made for a note goes with it, unless something has been written in it meanwhile. */
    const removeMade = (made: readonly Annotation[]) => {
      for (const { id } of made) {
        const now = annotations.find(id);
        if (now) void annotations.remove(now);
      }
    };
    const store = (note: Annotation) => annotations.create(asNew(bookId, note, crypto.randomUUID()));
    return {
      annotations,
      bookmarks,
      selected: mayAnnotate ? selected : null,
      clearSelection,
      editing,
      base,
      edit,
      keep(change) {
        if (!opened) return;
        const made = madeForNote.current;
        if (!change) {
          forgetUnsentNote(bookId, opened.note.id);
          removeMade(made);
          return;
        }
        keepUnsentNote(bookId, { ...opened, note: withChange(opened.note, change), made });
      },
      save(change, isAsked) {
        if (!base) return;
        const isNew = !annotations.find(base.id);
        const made = isNew ? [base, ...madeForNote.current] : madeForNote.current;
        // Undo must not remove later or merged text.
        const undo = () => {
          const now = annotations.find(base.id);
          if (now?.note.text !== change.text || now.color !== change.color) return;
          if (made.length > 0 && base.note.text === '') return removeMade(made);
          void annotations.update(now, { text: base.note.text, color: base.color });
        };
        const tell = () => {
          if (isAsked) return announce(t('notes.saved'));
          const toast = notifySuccess(t('notes.saved'), { label: t('notes.undo'), run: undo });
          savedNotice.current = { noteId: base.id, toast };
        };
        if (savedNotice.current?.noteId === base.id) dismissToast(savedNotice.current.toast);
        if (isNew) annotations.create(asNew(bookId, withChange(base, change)), tell);
        else void annotations.update(base, change).then((isStored) => isStored && tell());
      },
      discard() {
        if (opened) forgetUnsentNote(bookId, opened.note.id);
        removeMade(madeForNote.current);
        madeForNote.current = [];
      },
      remove({ text, color }) {
        if (!editing || !base) return;
        const stored = annotations.find(editing.id);
        const removed = stored
          ? annotations.remove({ ...stored, updated_at: base.updated_at })
          : Promise.resolve(true);
        if (editing.note.quote === '' && (stored?.note.text ?? '') === '') return;
        // With a new id, because the deletion may still wait to be sent.
        const restore = () => store(withChange(editing, { text: text || (stored?.note.text ?? ''), color }));
        void removed.then((isRemoved) => {
          if (isRemoved) notifySuccess(t('notes.removed'), { label: t('notes.undo'), run: restore });
        });
      },
      highlight(color, withNote, onStored) {
        if (!selected) return;
        const quotes = [selected, ...selected.further];
        const made: Annotation[] = quotes.map(({ page, quote, rects, quoteBefore, quoteAfter }, index) => {
          const note = annotations.create(
            {
              book_id: bookId,
              note: { pageNumber: page, quote },
              color,
              rects: [...rects],
              quote_before: quoteBefore,
              quote_after: quoteAfter,
            },
            index === 0 ? () => onStored?.(note, () => removeMade(made)) : undefined,
          );
          return note;
        });
        if (quotes.some(({ isCut }) => isCut)) notify('info', t('notes.cut', { max: MAX_QUOTE_LENGTH }));
        clearSelection();
        if (!withNote || !made[0]) return;
        edit(made[0]);
        madeForNote.current = made;
      },
      notePage(pageNumber) {
        const isDraftOfPage = ({ id, note }: Annotation) =>
          note.pageNumber === pageNumber && note.quote === '' && !annotations.find(id);
        const draft = findUnsentNote(bookId, isDraftOfPage);
        if (draft) return edit(draft.base);
        // Nothing is stored before there is a text.
        const id = crypto.randomUUID();
        edit(shownNote({ id, book_id: bookId, note: { pageNumber, quote: '' } }, new Date().toISOString()));
      },
      openAt(event) {
        const touched = annotationAt(event, annotations);
        if (touched && document.getSelection()?.isCollapsed) edit(touched);
      },
    };
  }, [annotations, bookmarks, bookId, mayAnnotate, selected, clearSelection, opened, edit, t]);
}

/** Opens unsaved text from a link in the editor, once the notes are loaded. */
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
    if (!isWaiting.current || !mayAnnotate || annotations.isLoading || annotations.error) return;
    isWaiting.current = false;
    const unsent = findUnsentNote(bookId);
    if (!unsent) return;
    // If its highlight is missing, too, saving creates both.
    edit(annotations.find(unsent.note.id) ?? unsent.base);
  }, [state, key, bookId, mayAnnotate, annotations, edit]);
}

/** The words cover the highlights and receive the click. Asks the document, because a page may be rotated. */
function annotationAt(event: React.MouseEvent, annotations: Annotations): Annotation | undefined {
  const sheet = event.target instanceof Element ? event.target.closest('[data-page]') : null;
  if (!sheet) return undefined;
  const { clientX: x, clientY: y } = event;
  const touched = [...sheet.querySelectorAll('[data-highlight], [data-note]')].find((each) => {
    const box = each.getBoundingClientRect();
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  });
  const id = touched?.getAttribute('data-highlight') ?? touched?.getAttribute('data-note');
  return annotations.onPage(Number(sheet.getAttribute('data-page'))).find((each) => each.id === id);
}

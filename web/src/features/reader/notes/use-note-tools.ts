import type { BookPages } from '@vesalius/contract/reader';
import { type RefObject, useMemo } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { isFromTheRight } from '../layout/reading-direction.ts';
import type { Place } from '../model/reader-model.ts';
import type { Overlays } from '../model/use-overlays.ts';
import type { NoteEditing } from './use-note-editing.ts';
import { useWordCaret, type WordChoosing } from './use-word-caret.ts';

export interface NoteToolsState {
  readonly choosing: WordChoosing;
  /** Null if this user has nothing to do with chosen words. */
  readonly chooseWords: (() => void) | null;
  /** Null if this user cannot have notes. */
  readonly notePage: (() => void) | null;
}

/** Highlights and notes without a mouse: selecting words by keyboard, and notes on a whole page. */
export function useNoteTools(
  { book, access }: BookPages,
  {
    area,
    engine,
    notes: { selected, clearSelection, notePage },
    place: { page, goTo },
    overlays: { sheet, closeSheet },
  }: {
    readonly area: RefObject<HTMLElement | null>;
    readonly engine: PageEngine;
    readonly notes: NoteEditing;
    readonly place: Place;
    readonly overlays: Overlays;
  },
): NoteToolsState {
  const choosing = useWordCaret({
    area,
    engine,
    language: book.language,
    rtl: isFromTheRight(book.language),
    lastPage: access.last_page,
    goTo,
    clearSelection,
  });
  // Authors may copy words, and reviewers comment on them beside the preview.
  const mayChoose = access.annotates || (access.granted && !access.records);
  return useMemo(() => {
    if (!mayChoose) return { choosing, chooseWords: null, notePage: null };
    return {
      choosing,
      chooseWords() {
        // A sheet on a phone would cover the words.
        if (sheet !== null) closeSheet();
        if (selected && !choosing.caret) choosing.openMenu();
        else choosing.start(page);
      },
      notePage: access.annotates ? () => notePage(page) : null,
    };
  }, [mayChoose, access.annotates, choosing, sheet, closeSheet, selected, page, notePage]);
}

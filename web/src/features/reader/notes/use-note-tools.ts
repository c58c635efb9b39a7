import type { BookPages } from '@vesalius/contract/reader';
import type { RefObject } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { isFromTheRight } from '../layout/reading-direction.ts';
import type { NoteEditing } from './use-note-editing.ts';
import { useWordCaret, type WordChoosing } from './use-word-caret.ts';

export interface NoteToolsState {
  readonly choosing: WordChoosing;
  /** Null: this reader keeps no notes. */
  readonly chooseWords: (() => void) | null;
  readonly notePage: (() => void) | null;
}

/** Highlights and notes without a mouse: words chosen by keyboard, and a note on the page as a whole. */
export function useNoteTools(
  { book, access }: BookPages,
  to: {
    readonly area: RefObject<HTMLElement | null>;
    readonly engine: PageEngine;
    readonly notes: NoteEditing;
    readonly page: number;
    goTo(page: number): void;
    /** What lies above the pages goes. */
    uncover(): void;
  },
): NoteToolsState {
  const { notes, page } = to;
  const choosing = useWordCaret({
    area: to.area,
    engine: to.engine,
    language: book.language,
    rtl: isFromTheRight(book.language),
    lastPage: access.last_page,
    goTo: to.goTo,
    clearSelection: notes.clearSelection,
  });
  const chooseWords = () => {
    to.uncover();
    if (notes.selected && !choosing.caret) choosing.openMenu();
    else choosing.start(page);
  };
  return {
    choosing,
    chooseWords: access.annotates ? chooseWords : null,
    notePage: access.annotates ? () => notes.notePage(page) : null,
  };
}

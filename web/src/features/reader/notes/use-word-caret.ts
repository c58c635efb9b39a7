import type { PageText } from '@vesalius/contract/reader-text';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import { caretMoveOf, chosenWords, moveCaret, type WordCaret } from './word-caret.ts';

/** How many words at each end of a long passage are read aloud. */
const SPOKEN_WORDS = 8;

export interface WordChoosing {
  /** Null: no words are being selected. */
  readonly caret: WordCaret | null;
  /** Enter was pressed: the selection menu takes the focus when it appears. */
  readonly wantsMenu: boolean;
  readonly bar: RefObject<HTMLDivElement | null>;
  start(page: number): void;
  stop(): void;
  onKeyDown(event: KeyboardEvent): void;
  openMenu(): void;
  /** The menu is done: selecting continues from the same word. */
  goOn(): void;
  /** Leaves the menu without a change. */
  leaveMenu(): void;
}

/**
 * Selecting words without a mouse. Arrow keys move from word to word; with Shift they extend the passage. The passage
 * becomes the document's selection, so that everything else works as with a mouse.
 */
export function useWordCaret({
  area,
  engine,
  language,
  rtl,
  lastPage,
  goTo,
  clearSelection,
}: {
  area: RefObject<HTMLElement | null>;
  engine: PageEngine;
  /** The language of the book, in which its words are read aloud. */
  language: string;
  rtl: boolean;
  lastPage: number;
  goTo: (page: number, y?: number) => void;
  clearSelection: () => void;
}): WordChoosing {
  const { t } = useTranslation('reader');
  const [caret, setCaret] = useState<WordCaret | null>(null);
  const [wantsMenu, setWantsMenu] = useState(false);
  const bar = useRef<HTMLDivElement | null>(null);
  const text = useRef<PageText | null>(null);

  const stop = useCallback(() => {
    setCaret(null);
    setWantsMenu(false);
    clearSelection();
    area.current?.focus({ preventScroll: true });
  }, [area, clearSelection]);
  useEffect(
    function selectChosen() {
      if (!caret) return;
      const [from] = chosenWords(caret);
      return whenShown(area.current, caret, (first, last) => {
        (caret.word === from ? first : last).scrollIntoView({ block: 'nearest', inline: 'nearest' });
        if (caret.anchor === null) return;
        const [start, end] = [first.firstChild, last.firstChild];
        if (start && end)
          document.getSelection()?.setBaseAndExtent(start, 0, end, end.textContent?.length ?? 0);
      });
    },
    [caret, area],
  );

  return useMemo(() => {
    const open = async (page: number, wordOf: (text: PageText) => number) => {
      const loaded = await engine.text(page, new AbortController().signal).catch(() => null);
      if (!loaded || loaded.words.length === 0) return announce(t('caret.noWords'));
      text.current = loaded;
      show({ page, word: wordOf(loaded), anchor: null }, loaded);
    };
    const show = (next: WordCaret, { words }: PageText) => {
      setCaret(next);
      announce(spokenWords(next, words), language);
    };
    const goOn = () => {
      setCaret((now) => now && { ...now, anchor: null });
      if (wantsMenu || caret) (bar.current ?? area.current)?.focus({ preventScroll: true });
      setWantsMenu(false);
    };

    const move = (extends_: boolean, to: number) => {
      if (!caret || !text.current) return;
      const { length } = text.current.words;
      const isOutside = to < 0 || to >= length;
      if (isOutside && !extends_) {
        const page = caret.page + (to < 0 ? -1 : 1);
        if (page < 1 || page > lastPage) return;
        goTo(page);
        return void open(page, ({ words }) => (to < 0 ? words.length - 1 : 0));
      }
      const word = Math.max(0, Math.min(length - 1, to));
      if (caret.anchor !== null && !extends_) clearSelection();
      setWantsMenu(false);
      show({ ...caret, word, anchor: extends_ ? (caret.anchor ?? caret.word) : null }, text.current);
    };

    return {
      caret,
      wantsMenu,
      bar,
      start: (page) => void open(page, (loaded) => firstVisibleWord(area.current, page, loaded)),
      stop,
      goOn,
      openMenu: () => setWantsMenu(true),
      leaveMenu: () => {
        if (!caret) return stop();
        setWantsMenu(false);
        bar.current?.focus({ preventScroll: true });
      },
      onKeyDown(event) {
        if (event.altKey || !caret || !text.current) return;
        const direction = caretMoveOf(event, rtl);
        if (direction) move(event.shiftKey, moveCaret(text.current.words, caret.word, direction));
        else if (event.key === 'Escape') stop();
        else if (event.key === 'Enter' || event.key === ' ') {
          setCaret({ ...caret, anchor: caret.anchor ?? caret.word });
          setWantsMenu(true);
        } else return;
        event.preventDefault();
        event.stopPropagation();
      },
    };
  }, [area, caret, wantsMenu, engine, language, rtl, lastPage, goTo, clearSelection, stop, t]);
}

function spokenWords(caret: WordCaret, words: PageText['words']): string {
  const [from, to] = chosenWords(caret);
  const spoken = words.slice(from, to + 1).map((each) => each[4]);
  if (spoken.length <= 2 * SPOKEN_WORDS) return spoken.join(' ');
  return [...spoken.slice(0, SPOKEN_WORDS), '…', ...spoken.slice(-SPOKEN_WORDS)].join(' ');
}

/** Starts at the first visible word. */
function firstVisibleWord(area: HTMLElement | null, page: number, { words }: PageText): number {
  const sheet = area?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect();
  if (!area || !sheet || sheet.height === 0) return 0;
  const { top } = area.getBoundingClientRect();
  const index = words.findIndex(([, y]) => sheet.top + y * sheet.height >= top);
  return Math.max(0, index);
}

/** A page's words load after its image. Returns a function that stops waiting. */
function whenShown(
  area: HTMLElement | null,
  caret: WordCaret,
  use: (first: Element, last: Element) => void,
): () => void {
  const [from, to] = chosenWords(caret);
  const find = () => {
    const sheet = area?.querySelector(`[data-page="${caret.page}"]`);
    const first = sheet?.querySelector(`[data-word="${from}"]`);
    const last = sheet?.querySelector(`[data-word="${to}"]`);
    if (!first || !last) return false;
    use(first, last);
    return true;
  };
  if (!area || find()) return () => {};
  const observer = new MutationObserver(() => {
    if (find()) observer.disconnect();
  });
  observer.observe(area, { childList: true, subtree: true });
  return () => observer.disconnect();
}

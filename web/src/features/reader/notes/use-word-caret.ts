import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import { type CaretWords, caretWords, shownAsText, untilFound } from './caret-words.ts';
import { type CaretMove, caretMoveOf, chosenWords, moveCaret, type WordCaret } from './word-caret.ts';

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
  const current = useRef<CaretWords | null>(null);
  const loading = useRef(new AbortController());

  const end = useCallback(() => {
    loading.current.abort();
    setCaret(null);
    setWantsMenu(false);
  }, []);
  const stop = useCallback(() => {
    end();
    clearSelection();
    area.current?.focus({ preventScroll: true });
  }, [end, area, clearSelection]);
  const shownArea = useRef(area);
  useEffect(
    function endWithItsView() {
      if (shownArea.current === area) return;
      shownArea.current = area;
      if (bar.current?.contains(document.activeElement)) area.current?.focus({ preventScroll: true });
      end();
    },
    [area, end],
  );
  useEffect(
    function selectChosen() {
      const words = current.current;
      if (!caret || !words) return;
      const chosen = chosenWords(caret, words.order);
      const ends = [chosen[0] ?? caret.word, chosen.at(-1) ?? caret.word] as const;
      return whenShown(area.current, caret.page, ends, (first, last) => {
        (caret.word === ends[0] ? first : last).scrollIntoView({ block: 'nearest', inline: 'nearest' });
        if (caret.anchor === null) return;
        document.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
      });
    },
    [caret, area],
  );

  return useMemo(() => {
    /** False: the page has no words. */
    const open = async (page: number, indexIn: (words: CaretWords) => number): Promise<boolean> => {
      loading.current.abort();
      loading.current = new AbortController();
      const { signal } = loading.current;
      const words = await caretWords(area.current, engine, page, signal);
      if (signal.aborted) return true;
      if (!words) return false;
      current.current = words;
      show({ page, word: words.order[indexIn(words)] ?? 0, anchor: null }, words);
      return true;
    };
    const start = async (page: number) => {
      if (!(await open(page, (words) => words.firstVisible()))) announce(t('caret.noWords'));
    };
    const show = (next: WordCaret, words: CaretWords) => {
      setCaret(next);
      announce(spokenWords(next, words), language);
    };
    const goOn = () => {
      setCaret((now) => now && { ...now, anchor: null });
      if (wantsMenu || caret) (bar.current ?? area.current)?.focus({ preventScroll: true });
      setWantsMenu(false);
    };

    const enter = async (page: number, step: 1 | -1): Promise<void> => {
      if (page < 1 || page > lastPage) return;
      const isText = isTextView(area.current);
      // Text stays where it is if the words of the other page are shown already.
      if (!shownAsText(area.current, page)) goTo(page);
      if (await open(page, ({ order }) => (step < 0 ? order.length - 1 : 0))) return;
      if (isText) await enter(page + step, step);
      else announce(t('caret.noWords'));
    };
    const move = (extends_: boolean, direction: CaretMove) => {
      if (!caret) return;
      if (isTextView(area.current) && !isMounted(area.current, caret.page)) {
        // The reader has scrolled far away: the page is empty there.
        goTo(caret.page);
        return void open(caret.page, ({ order }) => order.indexOf(caret.word));
      }
      // The text view changes with its settings.
      const words = shownAsText(area.current, caret.page) ?? current.current;
      if (!words) return;
      current.current = words;
      const { length } = words.order;
      const to = moveCaret(length, words.lines, words.order.indexOf(caret.word), direction);
      if (!extends_ && to < 0) return void enter(caret.page - 1, -1);
      if (!extends_ && to >= length) return void enter(caret.page + 1, 1);
      const word = words.order[Math.max(0, Math.min(length - 1, to))] ?? caret.word;
      if (caret.anchor !== null && !extends_) clearSelection();
      setWantsMenu(false);
      show({ ...caret, word, anchor: extends_ ? (caret.anchor ?? caret.word) : null }, words);
    };

    return {
      caret,
      wantsMenu,
      bar,
      start: (page) => void start(page),
      stop,
      goOn,
      openMenu: () => setWantsMenu(true),
      leaveMenu: () => {
        if (!caret) return stop();
        setWantsMenu(false);
        bar.current?.focus({ preventScroll: true });
      },
      onKeyDown(event) {
        if (event.altKey || !caret) return;
        const direction = caretMoveOf(event, rtl);
        if (direction) move(event.shiftKey, direction);
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

const isTextView = (area: HTMLElement | null): boolean => area?.querySelector('[data-flow-page]') != null;
const isMounted = (area: HTMLElement | null, page: number): boolean =>
  area?.querySelector(`[data-page="${page}"]`) != null;

function spokenWords(caret: WordCaret, { text, order }: CaretWords): string {
  const spoken = chosenWords(caret, order).map((word) => text.words[word]?.[4] ?? '');
  if (spoken.length <= 2 * SPOKEN_WORDS) return spoken.join(' ');
  return [...spoken.slice(0, SPOKEN_WORDS), '…', ...spoken.slice(-SPOKEN_WORDS)].join(' ');
}

/** A page's words load after its image. Returns a function that stops waiting. */
function whenShown(
  area: HTMLElement | null,
  page: number,
  [from, to]: readonly [number, number],
  use: (first: Element, last: Element) => void,
): () => void {
  const gone = new AbortController();
  const find = (word: number) => area?.querySelector(`[data-page="${page}"] [data-word="${word}"]`);
  const select = () => {
    const [first, last] = [find(from), find(to)];
    if (first && last && !gone.signal.aborted) use(first, last);
  };
  if (find(to)) select();
  else if (area) void untilFound(area, `[data-page="${page}"] [data-word="${to}"]`, gone.signal).then(select);
  return () => gone.abort();
}

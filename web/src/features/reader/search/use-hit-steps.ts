import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits, type TextRange } from '@vesalius/contract/reader-search';
import { plainPageText } from '@vesalius/contract/reader-text';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { announce } from '../../../ui/announce.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import { wordsOfText } from '../flow/word-ranges.ts';
import type { Book, Place } from '../model/reader-model.ts';
import { type Passage, rangeOfPassage } from './passage.ts';
import type { BookSearch } from './use-book-search.ts';

/** More hits are loaded when this many remain. */
const MORE_BEFORE_END = 5;

export interface HitSteps {
  /** Selects the next or previous hit; at first, the one nearest to the current page. */
  step(direction: 1 | -1): void;
  /** Selects a hit from the list: the passage takes the focus. */
  choose(index: number): void;
  /** Opens an answer's page at the sentence: it is marked, and takes the focus. */
  openAnswer(answer: Passage): void;
  /** The index of the selected hit; null while there is none, or an answer is shown. */
  readonly at: number | null;
  /** The selected hit or answer, for its page. */
  readonly shown: ShownHit | null;
}

/** The selected hit or answer: where it is on its page, and a callback for when its words are in the document. */
export interface ShownHit {
  readonly page: number;
  rangeIn(pageText: string): TextRange | null;
  onShown(passage: HTMLElement): void;
}

/** Moves between hits: opens the page first and, when its words are loaded, scrolls to the hit. */
export function useHitSteps(
  search: BookSearch,
  { engine, language }: Book,
  place: Place,
  asked: { readonly page: number; readonly passage: string | null },
  onChosen: (page: number) => void,
): HitSteps {
  const { page, lookUp } = place;
  const [first] = search.hits;
  useEffect(
    function fetchFirstHitAhead() {
      if (!first) return;
      engine.preload(first.page, true);
      engine.text(first.page, new AbortController().signal).catch(() => {
        // requested again when it is selected
      });
    },
    [engine, first],
  );
  const wantsFocus = useRef(false);
  const [answer, setAnswer] = useState<Passage | null>(null);
  // Its mark goes when reading goes on elsewhere: a sentence may end on the next page.
  if (answer && Math.abs(answer.page - page) > 1) setAnswer(null);
  const current = search.hits[search.current];
  const { terms } = search;
  const shown = useMemo((): ShownHit | null => {
    const onShown = (passage: HTMLElement) => {
      if (wantsFocus.current) passage.focus({ preventScroll: true });
      wantsFocus.current = false;
    };
    if (answer) return { page: answer.page, rangeIn: (text) => rangeOfPassage(text, answer.quote), onShown };
    if (!current) return null;
    return { page: current.page, rangeIn: (text) => findHits(text, terms)[current.index] ?? null, onShown };
  }, [answer, current, terms]);

  /** How often a hit or an answer was opened: the same one may be opened again. */
  const [opened, setOpened] = useState(0);
  const scrollTo = useEffectEvent((hit: ShownHit, { y, word }: { y: number; word: number }) => {
    if (hit === shown) place.goTo(hit.page, y, 'silent', word);
  });
  const scrollToShown = useEffectEvent(async () => {
    const at = shown && (await positionOf(engine, shown));
    return () => at && scrollTo(shown, at);
  });
  useEffect(() => {
    if (opened > 0) void scrollToShown().then((scroll) => scroll());
  }, [opened]);

  const openAsked = useEffectEvent((askedPage: number, quote: string) => {
    setAnswer({ page: askedPage, quote });
    setOpened((count) => count + 1);
    lookUp(askedPage, 'silent');
  });
  useEffect(() => {
    if (asked.passage) openAsked(asked.page, asked.passage);
  }, [asked.page, asked.passage]);

  return useMemo(() => {
    const go = (index: number) => {
      const hit = search.hits[index];
      if (!hit) return null;
      search.choose(index);
      setAnswer(null);
      setOpened((count) => count + 1);
      onChosen(hit.page);
      lookUp(hit.page);
      return hit;
    };
    return {
      shown,
      at: current && !answer ? search.current : null,
      choose(index) {
        wantsFocus.current = true;
        go(index);
        // Already selected: its words are loaded.
        if (index === search.current) {
          const passage = document.querySelector<HTMLElement>('[data-passage]');
          if (passage) shown?.onShown(passage);
        }
      },
      openAnswer({ page: answering, quote }) {
        wantsFocus.current = true;
        setAnswer({ page: answering, quote });
        setOpened((count) => count + 1);
        onChosen(answering);
        lookUp(answering);
      },
      step(direction) {
        const count = search.hits.length;
        if (count === 0) return;
        const from =
          search.current >= 0 ? search.current : direction === 1 ? firstHitFrom(search, page) - 1 : 0;
        const next = (from + direction + count) % count;
        if (direction === 1 && next > count - MORE_BEFORE_END && search.hasMore) search.loadMore();
        wantsFocus.current = false;
        const hit = go(next);
        if (hit) announce(`${hit.before}${hit.match}${hit.after}`, language);
      },
    };
  }, [search, current, answer, shown, language, page, lookUp, onChosen]);
}

/**
 * By relevance, the best hit; in book order, the first one at or after the current page, otherwise the first of all.
 */
function firstHitFrom({ hits, order }: BookSearch, page: number): number {
  if (order === 'worth') return 0;
  const index = hits.findIndex((hit) => hit.page >= page);
  return index < 0 ? 0 : index;
}

/** The height and the first word of a hit on its page, so that the hit itself is scrolled into view. */
async function positionOf(engine: PageEngine, hit: ShownHit): Promise<{ y: number; word: number } | null> {
  const text = await engine.text(hit.page, new AbortController().signal).catch(() => null);
  const range = text && hit.rangeIn(plainPageText(text.words).text);
  const [box] = range ? boxesOfRange(text.words, range) : [];
  return range && box ? { y: box.y, word: wordsOfText(text.words, range)[0] } : null;
}

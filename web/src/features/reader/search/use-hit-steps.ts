import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits, parseSearch, tokensOf } from '@vesalius/contract/reader-search';
import { plainPageText } from '@vesalius/contract/reader-text';
import { useEffect, useMemo, useRef } from 'react';
import { announce } from '../../../ui/announce.ts';
import type { PageEngine } from '../engine/page-engine.ts';
import type { Book, Place } from '../model/reader-model.ts';
import type { BookSearch, Hit, Quote } from './use-book-search.ts';

/** More hits are loaded when this many remain. */
const MORE_BEFORE_END = 5;
/** This many words identify the start of a sentence on its page. */
const FINDING_WORDS = 8;

export interface HitSteps {
  /** Selects the next or previous hit; at first, the one nearest to the current page. */
  step(direction: 1 | -1): void;
  /** Selects a hit from the list: the passage takes the focus. */
  choose(index: number): void;
  /** Opens an answer's page at the sentence. */
  openAnswer(answer: Quote): void;
  /** The selected hit, for its page. */
  readonly shown: ShownHit | null;
}

/** The selected hit: its index on its page, and a callback for when its words are in the document. */
export interface ShownHit {
  readonly page: number;
  readonly index: number;
  readonly terms: BookSearch['terms'];
  onShown(passage: HTMLElement): void;
}

/** Moves between hits: opens the page first and, when its words are loaded, scrolls to the hit. */
export function useHitSteps(
  search: BookSearch,
  { engine, language }: Book,
  { page, goTo }: Place,
  onChosen: (page: number) => void,
): HitSteps {
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
  const current = search.hits[search.current];
  const { terms } = search;
  const shown = useMemo(
    (): ShownHit | null =>
      current
        ? {
            page: current.page,
            index: current.index,
            terms,
            onShown(passage) {
              if (wantsFocus.current) passage.focus({ preventScroll: true });
              wantsFocus.current = false;
            },
          }
        : null,
    [current, terms],
  );
  return useMemo(() => {
    const go = async (index: number) => {
      const hit = search.hits[index];
      if (!hit) return null;
      search.choose(index);
      onChosen(hit.page);
      goTo(hit.page);
      const y = await hitPosition(engine, hit, search.terms);
      if (y !== null) goTo(hit.page, y, 'silent');
      return hit;
    };
    return {
      shown,
      choose(index) {
        wantsFocus.current = true;
        void go(index);
        // Already selected: its words are loaded.
        if (index === search.current) {
          const passage = document.querySelector<HTMLElement>('[data-passage]');
          if (passage) shown?.onShown(passage);
        }
      },
      openAnswer({ page: answering, quote }) {
        onChosen(answering);
        goTo(answering);
        const words = tokensOf(quote)
          .slice(0, FINDING_WORDS)
          .map(({ word }) => word);
        const beginning = parseSearch(`"${words.join(' ')}"`);
        void hitPosition(engine, { page: answering, index: 0 }, beginning).then((y) => {
          if (y !== null) goTo(answering, y, 'silent');
        });
      },
      step(direction) {
        const count = search.hits.length;
        if (count === 0) return;
        const from =
          search.current >= 0 ? search.current : direction === 1 ? firstHitFrom(search, page) - 1 : 0;
        const next = (from + direction + count) % count;
        if (direction === 1 && next > count - MORE_BEFORE_END && search.hasMore) search.loadMore();
        wantsFocus.current = false;
        void go(next).then((hit) => {
          if (hit) announce(`${hit.before}${hit.match}${hit.after}`, language);
        });
      },
    };
  }, [search, shown, engine, language, page, goTo, onChosen]);
}

/**
 * By relevance, the best hit; in book order, the first one at or after the current page, otherwise the first of all.
 */
function firstHitFrom({ hits, order }: BookSearch, page: number): number {
  if (order === 'worth') return 0;
  const index = hits.findIndex((hit) => hit.page >= page);
  return index < 0 ? 0 : index;
}

/** The vertical position of a hit on its page, so that the hit itself is scrolled into view. */
async function hitPosition(
  engine: PageEngine,
  hit: Pick<Hit, 'page' | 'index'>,
  terms: BookSearch['terms'],
): Promise<number | null> {
  const text = await engine.text(hit.page, new AbortController().signal).catch(() => null);
  const range = text && findHits(plainPageText(text.words).text, terms)[hit.index];
  return (range && boxesOfRange(text.words, range)[0]?.y) ?? null;
}

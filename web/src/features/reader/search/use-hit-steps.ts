import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits } from '@vesalius/contract/reader-search';
import { plainPageText } from '@vesalius/contract/reader-text';
import { useEffect } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import type { BookSearch, Hit } from './use-book-search.ts';

/** This many hits before the end of what is known, more are asked for. */
const MORE_BEFORE_END = 5;

type GoTo = (page: number, y?: number, how?: 'jump' | 'silent') => void;

export interface HitSteps {
  /** The next or the previous hit; from the page being read where none was chosen yet. */
  step(direction: 1 | -1): void;
  choose(index: number): Promise<void>;
}

/** From hit to hit: the page first, then, when its words are here, the place on it. */
export function useHitSteps(
  search: BookSearch,
  engine: PageEngine,
  page: number,
  goTo: GoTo,
  onChosen: (page: number) => void,
): HitSteps {
  const [first] = search.hits;
  useEffect(
    function fetchFirstHitAhead() {
      if (!first) return;
      engine.preload(first.page, true);
      engine.text(first.page, new AbortController().signal).catch(() => {
        // asked again when it is chosen
      });
    },
    [engine, first],
  );
  const choose = async (index: number) => {
    const hit = search.hits[index];
    if (!hit) return;
    search.choose(index);
    onChosen(hit.page);
    goTo(hit.page);
    const y = await hitPosition(engine, hit, search.terms);
    if (y !== null) goTo(hit.page, y, 'silent');
  };
  const step = (direction: 1 | -1) => {
    const count = search.hits.length;
    if (count === 0) return;
    const from =
      search.current >= 0 ? search.current : direction === 1 ? firstHitFrom(search.hits, page) - 1 : 0;
    const next = (from + direction + count) % count;
    if (direction === 1 && next > count - MORE_BEFORE_END && search.hasMore) search.loadMore();
    void choose(next);
  };
  return { step, choose };
}

/** The first hit on the page being read or after it; the first of all when none comes. */
function firstHitFrom(hits: readonly Hit[], page: number): number {
  const index = hits.findIndex((hit) => hit.page >= page);
  return index < 0 ? 0 : index;
}

/** How far down its page a hit stands, so that it is in view and not only its page. */
async function hitPosition(engine: PageEngine, hit: Hit, terms: BookSearch['terms']): Promise<number | null> {
  const text = await engine.text(hit.page, new AbortController().signal).catch(() => null);
  const range = text && findHits(plainPageText(text.words).text, terms)[hit.index];
  return (range && boxesOfRange(text.words, range)[0]?.y) ?? null;
}

import type { PageText } from '@vesalius/contract/reader-text';
import { useEffect, useMemo, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { usePageText } from '../text/use-page-text.ts';
import { type FlowPage, flowPage } from './flow-page.ts';
import { runningWords } from './running-lines.ts';

/** Left and right pages have running heads of their own: the next two pages on each side tell what repeats. */
const NEIGHBORS = [-2, -1, 1, 2];

/** The text of a page and how it is shown; null until it is loaded. */
export function useFlowPage(
  engine: PageEngine,
  page: number,
  isWanted: boolean,
  label: string,
  /** The last page that this reader can load. */
  lastPage: number,
): { readonly text: PageText; readonly flow: FlowPage } | null {
  const text = usePageText(engine, page, isWanted);
  const [neighbors, setNeighbors] = useState<readonly PageText[] | null>(null);
  useEffect(() => {
    if (!isWanted || neighbors) return;
    const gone = new AbortController();
    const numbers = NEIGHBORS.map((step) => page + step).filter((each) => each >= 1 && each <= lastPage);
    void Promise.allSettled(numbers.map((each) => engine.text(each, gone.signal))).then((results) => {
      if (!gone.signal.aborted)
        setNeighbors(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
    });
    return () => gone.abort();
  }, [engine, page, isWanted, lastPage, neighbors]);
  return useMemo(
    () => text && neighbors && { text, flow: flowPage(text, runningWords(text, label, neighbors)) },
    [text, neighbors, label],
  );
}

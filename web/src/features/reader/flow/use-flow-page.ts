import type { PageText } from '@vesalius/contract/reader-text';
import { useEffect, useMemo, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { usePageText } from '../text/use-page-text.ts';
import { type FlowPage, flowPage } from './flow-page.ts';
import { neighborsOf, runningWords } from './running-lines.ts';

async function loadNeighbors(
  engine: PageEngine,
  page: number,
  lastPage: number,
  signal: AbortSignal,
): Promise<PageText[]> {
  const results = await Promise.allSettled(
    neighborsOf(page, lastPage).map((each) => engine.text(each, signal)),
  );
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Rejects if the page cannot be loaded. */
export async function loadFlowPage(
  engine: PageEngine,
  page: number,
  label: string,
  lastPage: number,
  signal: AbortSignal,
): Promise<{ readonly text: PageText; readonly flow: FlowPage }> {
  const [text, neighbors] = await Promise.all([
    engine.text(page, signal),
    loadNeighbors(engine, page, lastPage, signal),
  ]);
  return { text, flow: flowPage(text, runningWords(text, label, neighbors)) };
}

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
    void loadNeighbors(engine, page, lastPage, gone.signal).then((texts) => {
      if (!gone.signal.aborted) setNeighbors(texts);
    });
    return () => gone.abort();
  }, [engine, page, isWanted, lastPage, neighbors]);
  return useMemo(
    () => text && neighbors && { text, flow: flowPage(text, runningWords(text, label, neighbors)) },
    [text, neighbors, label],
  );
}

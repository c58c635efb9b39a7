import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { type Quote, quoteOfRange, textOffset } from './selection-quote.ts';

export interface SelectedQuote extends Quote {
  /** Of the selection's end, in window coordinates: where the menu appears. */
  readonly at: { readonly x: number; readonly top: number; readonly bottom: number };
}

/** What is selected on the pages, once the selecting has ended. A selection over several pages counts on its first. */
export function useSelection(
  area: RefObject<HTMLElement | null>,
  engine: PageEngine,
): [SelectedQuote | null, () => void] {
  const [selected, setSelected] = useState<SelectedQuote | null>(null);

  useEffect(() => {
    let asked = 0;
    const read = async () => {
      const question = ++asked;
      const quote = area.current ? await selectedQuote(area.current, engine) : null;
      if (question === asked) setSelected(quote);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;
    const soon = () => {
      clearTimeout(timer);
      if (!pressed) timer = setTimeout(() => void read(), 160);
    };
    const onDown = (event: PointerEvent) => {
      pressed = event.pointerType === 'mouse';
    };
    const onUp = () => {
      pressed = false;
      soon();
    };
    document.addEventListener('selectionchange', soon);
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    // The menu stays beside its words.
    const scrolled = area.current;
    const onScroll = () => {
      if (!document.getSelection()?.isCollapsed) soon();
    };
    scrolled?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      asked += 1;
      document.removeEventListener('selectionchange', soon);
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      scrolled?.removeEventListener('scroll', onScroll);
    };
  }, [area, engine]);

  const clear = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    setSelected(null);
  }, []);
  return [selected, clear];
}

async function selectedQuote(area: HTMLElement, engine: PageEngine): Promise<SelectedQuote | null> {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start =
    range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement;
  const sheet = start?.closest('[data-page]');
  if (!sheet || !area.contains(sheet)) return null;
  const page = Number(sheet.getAttribute('data-page'));
  const text = await engine.text(page, new AbortController().signal);
  const from = textOffset(range.startContainer, range.startOffset, text, sheet);
  const to = textOffset(range.endContainer, range.endOffset, text, sheet) ?? Number.MAX_SAFE_INTEGER;
  if (from === null) return null;
  const quote = quoteOfRange(page, text, from, to);
  if (!quote) return null;
  const boxes = range.getClientRects();
  const first = boxes[0] ?? range.getBoundingClientRect();
  const last = boxes[boxes.length - 1] ?? first;
  return { ...quote, at: { x: (last.left + last.right) / 2, top: first.top, bottom: last.bottom } };
}

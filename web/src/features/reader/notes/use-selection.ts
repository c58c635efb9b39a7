import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { selectByDragging } from './drag-selection.ts';
import { type Quote, quoteOfRange, textOffset } from './selection-quote.ts';

export interface SelectedQuote extends Quote {
  /** The quotes of the same selection on the following pages. */
  readonly further: readonly Quote[];
  /** The end of the selection in window coordinates, where the menu appears. */
  readonly at: { readonly x: number; readonly top: number; readonly bottom: number };
}

/** The selection on the pages once selecting has ended: a quote for each page that it covers. */
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
    // The menu moves with the words.
    const scrolled = area.current;
    const stopDragging = scrolled && selectByDragging(scrolled);
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
      stopDragging?.();
    };
  }, [area, engine]);

  const clear = useCallback(() => {
    document.getSelection()?.removeAllRanges();
    setSelected(null);
  }, []);
  return [selected, clear];
}

/** The pages that the selection covers, in order; it may start beside them. */
function sheetsOf(range: Range, area: HTMLElement): Element[] {
  const sheets = [...area.querySelectorAll('[data-page]')].filter((sheet) => range.intersectsNode(sheet));
  return sheets.sort((a, b) => pageOf(a) - pageOf(b));
}

const pageOf = (sheet: Element) => Number(sheet.getAttribute('data-page'));

async function quoteOn(sheet: Element, range: Range, engine: PageEngine): Promise<Quote | null> {
  const text = await engine.text(pageOf(sheet), new AbortController().signal);
  const from = sheet.contains(range.startContainer)
    ? textOffset(range.startContainer, range.startOffset, text, sheet)
    : 0;
  const to = textOffset(range.endContainer, range.endOffset, text, sheet) ?? Number.MAX_SAFE_INTEGER;
  return from === null ? null : quoteOfRange(pageOf(sheet), text, from, to);
}

export async function selectedQuote(area: HTMLElement, engine: PageEngine): Promise<SelectedQuote | null> {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const quotes = await Promise.all(sheetsOf(range, area).map((sheet) => quoteOn(sheet, range, engine)));
  const [quote, ...further] = quotes.filter((each) => each !== null);
  if (!quote) return null;
  const boxes = range.getClientRects();
  const first = boxes[0] ?? range.getBoundingClientRect();
  const last = boxes[boxes.length - 1] ?? first;
  return { ...quote, further, at: { x: (last.left + last.right) / 2, top: first.top, bottom: last.bottom } };
}

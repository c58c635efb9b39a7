import type { TextRange } from '@vesalius/contract/reader-search';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import { selectByDragging } from './drag-selection.ts';
import { type Quote, quoteOfRange, textOffset } from './selection-quote.ts';

export interface SelectedQuote extends Quote {
  /** The quotes of the same selection on the following pages, or in other parts of the page. */
  readonly further: readonly Quote[];
  /** The end of the selection in window coordinates, where the menu appears. */
  readonly at: { readonly x: number; readonly top: number; readonly bottom: number };
}

/** The selection once selecting has ended: a quote for each page that it covers, or for each part of a page. */
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
      // The words are gone with their view.
      setSelected(null);
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

async function quotesOn(sheet: Element, range: Range, engine: PageEngine): Promise<(Quote | null)[]> {
  const page = pageOf(sheet);
  const text = await engine.text(page, new AbortController().signal);
  return rangesOn(sheet, range, text).map(({ start, end }) => quoteOfRange(page, text, start, end));
}

function rangesOn(sheet: Element, range: Range, text: PageText): TextRange[] {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  if (sheet.querySelector('[data-flow-text]')) return rangesAsShown(sheet, range, text);
  const start = sheet.contains(startContainer) ? textOffset(startContainer, startOffset, text, sheet) : 0;
  const end = textOffset(endContainer, endOffset, text, sheet) ?? Number.MAX_SAFE_INTEGER;
  return start === null ? [] : [{ start, end }];
}

/**
 * The text view leaves words out, and may show words in another order than the page has them: each part that is one in
 * the page's text, too, is a range.
 */
function rangesAsShown(sheet: Element, range: Range, text: PageText): TextRange[] {
  const { words } = text;
  const shown = [...sheet.querySelectorAll('[data-flow-text] [data-word]')];
  const selected = shown.filter((each) => range.intersectsNode(each));
  const numbers = new Set(shown.map(numberOf));
  const follows = (word: number, before: number): boolean =>
    word > before && words.slice(before + 1, word).every((_word, index) => !numbers.has(before + 1 + index));

  const { starts } = plainPageText(words);
  const ranges: { start: number; end: number }[] = [];
  for (const [index, element] of selected.entries()) {
    const word = numberOf(element);
    const offsetOf = (node: Node, offset: number) =>
      element.contains(node) ? textOffset(node, offset, text, sheet) : null;
    const end =
      offsetOf(range.endContainer, range.endOffset) ?? (starts[word] ?? 0) + (words[word]?.[4].length ?? 0);
    const before = selected[index - 1];
    if (before && follows(word, numberOf(before))) ranges.at(-1)!.end = end;
    else ranges.push({ start: offsetOf(range.startContainer, range.startOffset) ?? starts[word] ?? 0, end });
  }
  return ranges;
}
const numberOf = (element: Element) => Number(element.getAttribute('data-word'));

export async function selectedQuote(area: HTMLElement, engine: PageEngine): Promise<SelectedQuote | null> {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const quotes = await Promise.all(sheetsOf(range, area).map((sheet) => quotesOn(sheet, range, engine)));
  const [quote, ...further] = quotes.flat().filter((each) => each !== null);
  if (!quote) return null;
  const boxes = range.getClientRects();
  const first = boxes[0] ?? range.getBoundingClientRect();
  const last = boxes[boxes.length - 1] ?? first;
  return { ...quote, further, at: { x: (last.left + last.right) / 2, top: first.top, bottom: last.bottom } };
}

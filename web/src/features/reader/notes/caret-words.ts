import type { PageText } from '@vesalius/contract/reader-text';
import type { PageEngine } from '../engine/page-engine.ts';
import { layerTexts } from '../text/layer-texts.ts';
import { type CaretLine, laidOutLines, printedLines } from './word-caret.ts';

/** The words of a page that the caret visits. */
export interface CaretWords {
  readonly text: PageText;
  /** The numbers of the words on the page, in the order in which they are shown. */
  readonly order: readonly number[];
  lines(): readonly CaretLine[];
  /** The index in `order` of the first word in view. */
  firstVisible(): number;
}

/** The words of a page in the view that is shown; null if the page has none. */
export async function caretWords(
  area: HTMLElement | null,
  engine: PageEngine,
  page: number,
  signal: AbortSignal,
): Promise<CaretWords | null> {
  const text = await engine.text(page, signal).catch(() => null);
  if (!text || text.words.length === 0) return null;
  const section = area?.querySelector(`[data-flow-page="${page}"]`);
  if (!area || !section) return printedWords(area, page, text);
  // The text view shows a page once its neighbors are loaded.
  await untilFound(section, '[data-page]', signal);
  return shownAsText(area, page) ?? printedWords(area, page, text);
}

/** The words that the text view shows: without running heads and labels of figures, and in its order. */
export function shownAsText(area: HTMLElement | null, page: number): CaretWords | null {
  const layer = area?.querySelector(`[data-flow-page="${page}"] [data-flow-text]`);
  const text = layer && layerTexts.get(layer);
  if (!area || !text) return null;
  const elements = new Map<number, Element>();
  for (const element of layer.querySelectorAll('[data-word]')) {
    const word = Number(element.getAttribute('data-word'));
    if (!elements.has(word)) elements.set(word, element);
  }
  // A word that is broken over two lines belongs to the first one.
  const boxes = () =>
    [...elements.values()].map((each) => each.getClientRects()[0] ?? each.getBoundingClientRect());
  return {
    text,
    order: [...elements.keys()],
    lines: () => laidOutLines(boxes()),
    firstVisible() {
      const { top } = area.getBoundingClientRect();
      return Math.max(
        0,
        boxes().findIndex((box) => box.top >= top),
      );
    },
  };
}

function printedWords(area: HTMLElement | null, page: number, text: PageText): CaretWords {
  const { words } = text;
  return {
    text,
    order: [...words.keys()],
    lines: () => printedLines(words),
    firstVisible() {
      const sheet = area?.querySelector(`[data-page="${page}"]`)?.getBoundingClientRect();
      if (!area || !sheet || sheet.height === 0) return 0;
      const { top } = area.getBoundingClientRect();
      const index = words.findIndex(([, y]) => sheet.top + y * sheet.height >= top);
      return Math.max(0, index);
    },
  };
}

/** Resolves when the element is in the document, or the signal is aborted. */
export function untilFound(within: Element, selector: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || within.querySelector(selector)) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => within.querySelector(selector) && end());
    observer.observe(within, { childList: true, subtree: true });
    signal.addEventListener('abort', end, { once: true });
  });
}

import type { PageRect } from '@vesalius/contract/atoms';
import { MAX_QUOTE_LENGTH } from '@vesalius/contract/notebook-limits';
import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { type PageText, plainPageText } from '@vesalius/contract/reader-text';

export interface Quote {
  readonly page: number;
  readonly quote: string;
  readonly quoteBefore: string;
  readonly quoteAfter: string;
  readonly rects: readonly PageRect[];
  /** The selection was longer than a highlight may be. */
  readonly isCut: boolean;
}

/** Characters of context on each side, which identify the passage if its words occur more than once. */
const CONTEXT = 60;

/** A range of a page's text as a quote: trimmed to words, with its context. */
export function quoteOfRange(page: number, text: PageText, start: number, end: number): Quote | null {
  const plain = plainPageText(text.words).text;
  let from = Math.max(0, Math.min(start, end));
  const selectedTo = Math.min(plain.length, Math.max(start, end));
  let to = Math.min(selectedTo, from + MAX_QUOTE_LENGTH);
  const isCut = to < selectedTo;
  while (from < to && /\s/.test(plain[from] as string)) from += 1;
  while (to > from && /\s/.test(plain[to - 1] as string)) to -= 1;
  if (from >= to) return null;
  return {
    page,
    quote: plain.slice(from, to).replace(/\s+/g, ' '),
    quoteBefore: plain.slice(Math.max(0, from - CONTEXT), from).replace(/\s+/g, ' '),
    quoteAfter: plain.slice(to, to + CONTEXT).replace(/\s+/g, ' '),
    rects: boxesOfRange(text.words, { start: from, end: to }),
    isCut,
  };
}

/** The offset in the page's text of a point of the document's selection; null outside of this page's words. */
export function textOffset(node: Node, offset: number, text: PageText, layer: Element): number | null {
  if (!layer.contains(node)) return null;
  const { starts } = plainPageText(text.words);
  const element = node instanceof Element ? node : node.parentElement;
  const word = element?.closest('[data-word]');
  if (word) {
    const index = Number(word.getAttribute('data-word'));
    const before = document.createRange();
    before.setStart(word, 0);
    before.setEnd(node, offset);
    return (starts[index] ?? 0) + Math.min(before.toString().length, text.words[index]?.[4].length ?? 0);
  }
  const following = wordAfter(node, offset, layer);
  const index = following ? Number(following.getAttribute('data-word')) : text.words.length;
  return starts[index] ?? plainPageText(text.words).text.length;
}

/** Between words, the next word counts: line breaks and other nodes are not words. */
function wordAfter(node: Node, offset: number, layer: Element): Element | null {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_ELEMENT, (each) =>
    (each as Element).hasAttribute('data-word') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  );
  const next = node.childNodes[offset];
  if (next instanceof Element && next.hasAttribute('data-word')) return next;
  if (next) walker.currentNode = next;
  else {
    // After the last child: what follows the node itself.
    let last: Node = node;
    while (last.lastChild) last = last.lastChild;
    walker.currentNode = last;
  }
  return walker.nextNode() as Element | null;
}

import type { PageRect } from '@vesalius/contract/atoms';
import type { Annotation } from '@vesalius/contract/reader';
import { boxesOfRange } from '@vesalius/contract/reader-boxes';
import { findHits, type SearchTerm, type TextRange } from '@vesalius/contract/reader-search';
import { type PageText, type PageWord, plainPageText } from '@vesalius/contract/reader-text';

/** Words of a page: the first one, and the one after the last. */
export type WordRange = readonly [from: number, to: number];

type Marked = Pick<Annotation, 'rects' | 'quote_before'> & {
  readonly note: Pick<Annotation['note'], 'quote'>;
};

/** A word that is marked from one letter to another (exclusive). */
export interface WordPart {
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The words of a highlight: those of its quote or, where the page says something else now, those in its rectangles. A
 * quote that occurs more than once is the one at the rectangles.
 */
export function wordsOfHighlight(text: PageText, highlight: Marked): WordRange[] {
  const range = rangeOfQuote(text, highlight);
  if (range) return [wordsOfText(text.words, range)];
  return highlight.rects.length > 0 ? wordsInRects(text.words, highlight.rects) : [];
}

/** The words in which a highlight begins after the first letter, or ends before the last one. */
export function partsOfHighlight(text: PageText, highlight: Marked): WordPart[] {
  const range = rangeOfQuote(text, highlight);
  if (!range) return [];
  const [first, after] = wordsOfText(text.words, range);
  const { starts } = plainPageText(text.words);
  return [...new Set([first, after - 1])].flatMap((word) => {
    const [start, { length }] = [starts[word] ?? 0, text.words[word]?.[4] ?? ''];
    const from = Math.max(0, range.start - start);
    const to = Math.min(length, range.end - start);
    return from > 0 || to < length ? [{ word, from, to }] : [];
  });
}

function rangeOfQuote(text: PageText, { note, rects, quote_before }: Marked): TextRange | null {
  const { text: plain } = plainPageText(text.words);
  const flat = plain.replace(/\s/g, ' ');
  const quote = note.quote.replace(/\s+/g, ' ').trim();
  const ranges: TextRange[] = [];
  for (let at = quote ? flat.indexOf(quote) : -1; at >= 0; at = flat.indexOf(quote, at + 1))
    ranges.push({ start: at, end: at + quote.length });
  const [first] = rects;
  const distance = ({ start, end }: TextRange): number => {
    const [box] = first ? boxesOfRange(text.words, { start, end }) : [];
    if (first && box) return Math.abs(box.x - first.x) + Math.abs(box.y - first.y);
    return flat.slice(0, start).trimEnd().endsWith(quote_before.trim()) ? 0 : 1;
  };
  const [range, ...others] = ranges;
  if (!range) return null;
  return others.reduce((best, other) => (distance(other) < distance(best) ? other : best), range);
}

/** The words of each hit of a search on this page. */
export const wordsOfHits = (text: PageText, terms: readonly SearchTerm[]): WordRange[] =>
  findHits(plainPageText(text.words).text, terms).map((range) => wordsOfText(text.words, range));

export function wordsOfText(words: readonly PageWord[], { start, end }: TextRange): WordRange {
  const { starts } = plainPageText(words);
  const from = Math.max(
    0,
    starts.findLastIndex((each) => each <= start),
  );
  const after = starts.findIndex((each) => each >= end);
  return [from, after < 0 ? words.length : after];
}

function wordsInRects(words: readonly PageWord[], rects: readonly PageRect[]): WordRange[] {
  const ranges: [number, number][] = [];
  for (const [index, [left, top, width, height]] of words.entries()) {
    const [x, y] = [left + width / 2, top + height / 2];
    const isInside = rects.some(
      (rect) => x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height,
    );
    if (!isInside) continue;
    const last = ranges.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}

/** Heights are rounded where they are stored. */
const ROUNDING = 0.0005;

/** The first word at a height of the page, or else the first one below it. */
export function wordAtHeight({ words }: PageText, y: number): number | null {
  const exact = words.findIndex((word) => Math.abs(word[1] - y) < ROUNDING);
  if (exact >= 0) return exact;
  const below = words.findIndex((word) => word[1] + word[3] > y + ROUNDING);
  return below >= 0 ? below : words.length > 0 ? words.length - 1 : null;
}

/** The word that begins at a point of the page, or else the one at its height. */
export function wordAtPoint(text: PageText, { x, y }: Pick<PageRect, 'x' | 'y'>): number | null {
  const word = text.words.findIndex(
    ([left, top]) => Math.abs(left - x) < ROUNDING && Math.abs(top - y) < ROUNDING,
  );
  return word >= 0 ? word : wordAtHeight(text, y);
}

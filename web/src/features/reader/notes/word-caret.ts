import type { PageWord } from '@vesalius/contract/reader-text';
import { linesOf } from '@vesalius/contract/text-lines';

/** The number of a word on its page and, while a passage is selected, the word at its other end. */
export interface WordCaret {
  readonly page: number;
  readonly word: number;
  readonly anchor: number | null;
}

export type CaretMove =
  | 'next'
  | 'previous'
  | 'up'
  | 'down'
  | 'lineStart'
  | 'lineEnd'
  | 'pageStart'
  | 'pageEnd';

/** The keys work as in a text field, in the book's writing direction. */
export function caretMoveOf(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  rtl: boolean,
): CaretMove | null {
  if (ctrlKey || metaKey) return key === 'Home' ? 'pageStart' : key === 'End' ? 'pageEnd' : null;
  if (key === 'ArrowRight') return rtl ? 'previous' : 'next';
  if (key === 'ArrowLeft') return rtl ? 'next' : 'previous';
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowUp') return 'up';
  return key === 'Home' ? 'lineStart' : key === 'End' ? 'lineEnd' : null;
}

/** A word of a line: its index in the order of the caret, and its middle from left to right. */
interface CaretStop {
  readonly index: number;
  readonly middle: number;
}
export type CaretLine = readonly CaretStop[];

/** The index after a move among `count` words: -1 is before the page, `count` is after it. */
export function moveCaret(
  count: number,
  lines: () => readonly CaretLine[],
  at: number,
  move: CaretMove,
): number {
  if (move === 'next') return at + 1;
  if (move === 'previous') return at - 1;
  if (move === 'pageStart') return 0;
  if (move === 'pageEnd') return count - 1;
  const all = lines();
  const lineIndex = all.findIndex((each) => each.some(({ index }) => index === at));
  const line = all[lineIndex];
  if (!line) return at;
  const indexes = line.map(({ index }) => index);
  if (move === 'lineStart') return Math.min(...indexes);
  if (move === 'lineEnd') return Math.max(...indexes);
  const other = all[lineIndex + (move === 'down' ? 1 : -1)];
  if (!other) return move === 'down' ? count : -1;
  const middle = line.find(({ index }) => index === at)?.middle ?? 0;
  const distance = (stop: CaretStop) => Math.abs(stop.middle - middle);
  return other.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best)).index;
}

/** The lines of a printed page. */
export const printedLines = (words: readonly PageWord[]): CaretLine[] =>
  linesOf(words).map((line) =>
    line.words.map(([x, , width], index) => ({ index: line.first + index, middle: x + width / 2 })),
  );

/** The lines into which text is laid out: words whose middles are within the height of the first one's box. */
export function laidOutLines(
  boxes: readonly Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>[],
): CaretLine[] {
  const lines: { top: number; bottom: number; stops: CaretStop[] }[] = [];
  const inOrder = boxes.map((box, index) => ({ ...within(box), index })).sort((a, b) => a.center - b.center);
  for (const { top, bottom, center, middle, index } of inOrder) {
    const line = lines.at(-1);
    if (line && center < line.bottom) line.stops.push({ index, middle });
    else lines.push({ top, bottom, stops: [{ index, middle }] });
  }
  return lines.map(({ stops }) => stops);
}

const within = ({ left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>) => ({
  top,
  bottom: top + height,
  center: top + height / 2,
  middle: left + width / 2,
});

/** The selected words in the order of the caret, both ends included. */
export function chosenWords({ word, anchor }: WordCaret, order: readonly number[]): readonly number[] {
  const ends = [order.indexOf(word), order.indexOf(anchor ?? word)];
  return order.slice(Math.min(...ends), Math.max(...ends) + 1);
}

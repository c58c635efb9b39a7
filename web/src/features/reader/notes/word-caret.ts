import type { PageWord } from '@vesalius/contract/reader-text';
import { linesOf } from '../text/text-structure.ts';

/** A word of a page and, while a passage is selected, the word at its other end. */
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

/** The target word of a move: -1 is before the page, the number of words is after it. */
export function moveCaret(words: readonly PageWord[], at: number, move: CaretMove): number {
  if (move === 'next') return at + 1;
  if (move === 'previous') return at - 1;
  if (move === 'pageStart') return 0;
  if (move === 'pageEnd') return words.length - 1;
  const lines = linesOf(words);
  const index = lines.findLastIndex(({ first }) => first <= at);
  const line = lines[index];
  if (!line) return at;
  if (move === 'lineStart') return line.first;
  if (move === 'lineEnd') return line.first + line.words.length - 1;
  const other = lines[index + (move === 'down' ? 1 : -1)];
  if (!other) return move === 'down' ? words.length : -1;
  const middle = middleOf(words[at]!);
  const distances = other.words.map((word) => Math.abs(middleOf(word) - middle));
  return other.first + distances.indexOf(Math.min(...distances));
}

const middleOf = ([x, , width]: PageWord): number => x + width / 2;

/** In reading order, both ends included. */
export const chosenWords = ({ word, anchor }: WordCaret): readonly [from: number, to: number] => [
  Math.min(word, anchor ?? word),
  Math.max(word, anchor ?? word),
];

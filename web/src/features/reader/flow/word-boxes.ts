import type { Box, PageWord } from '@vesalius/contract/reader-text';

/** Around a table that is cut from the page (share of the page). */
const TABLE_MARGIN = 0.006;

/** The numbers of the words that pairs name. */
export function numbersIn(pairs: readonly number[]): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (let word = pairs[at]!; word < pairs[at + 1]!; word += 1) numbers.push(word);
  return numbers;
}

export const wordsIn = (pairs: readonly number[], words: readonly PageWord[]): PageWord[] => {
  const own: PageWord[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) own.push(...words.slice(pairs[at], pairs[at + 1]));
  return own;
};

/** The box that encloses words; null without words. */
export function boxAround(words: readonly PageWord[]): Box | null {
  if (words.length === 0) return null;
  const left = Math.min(...words.map((word) => word[0]));
  const top = Math.min(...words.map((word) => word[1]));
  const right = Math.max(...words.map((word) => word[0] + word[2]));
  const bottom = Math.max(...words.map((word) => word[1] + word[3]));
  return [left, top, right - left, bottom - top];
}

/** The place of a table on the page, with its edges. */
export function tableBox(words: readonly PageWord[]): Box | null {
  const box = boxAround(words);
  if (!box) return null;
  const left = Math.max(0, box[0] - TABLE_MARGIN);
  const top = Math.max(0, box[1] - TABLE_MARGIN);
  const right = Math.min(1, box[0] + box[2] + TABLE_MARGIN);
  const bottom = Math.min(1, box[1] + box[3] + TABLE_MARGIN);
  return [left, top, right - left, bottom - top];
}

import type { PageText } from '@vesalius/contract/reader-text';
import { type Line, linesOf, median } from '@vesalius/contract/text-lines';

export interface TextBlock {
  /** 0 = a paragraph, 1 to 6 = a heading. */
  readonly level: number;
  readonly text: string;
  /** Its words, as pairs of the first one and the one after the last. */
  readonly pairs: readonly number[];
}

/** A heading is at least this much larger than the page's body text. */
const HEADING_RATIO = 1.25;
/** More space than this between two lines (in line heights) starts a new paragraph. */
const PARAGRAPH_GAP = 1.4;
/** Longer text in large type is not a heading (characters). */
const MAX_HEADING_LENGTH = 200;

/**
 * The page as headings and paragraphs in reading order, for screen readers, if it has no complete tags: by tagged
 * headings if there are any, otherwise by font size.
 */
export function blocksOf({ words, headings }: PageText): TextBlock[] {
  const lines = linesOf(words);
  const usual = median(lines.flatMap((line) => line.words.map((word) => word[3])));
  const blocks: { level: number; text: string; pairs: number[] }[] = [];
  let above: Line | null = null;
  for (const line of lines) {
    const tagged = headings?.find(([from, to]) => line.first >= from && line.first < to);
    const level = tagged ? tagged[2] : headings ? 0 : levelOf(line, usual);
    const last = blocks.at(-1);
    const gap = above ? line.top - above.bottom : Number.POSITIVE_INFINITY;
    const goesOn =
      last && last.level === level && gap < PARAGRAPH_GAP * line.height && gap > -4 * line.height;
    const pair = [line.first, line.first + line.words.length];
    if (goesOn) {
      last.text += (above?.divided ? '' : ' ') + line.text;
      last.pairs.push(...pair);
    } else blocks.push({ level, text: line.text, pairs: pair });
    above = line;
  }
  return blocks;
}

export function levelOf(line: Line, usual: number): number {
  const ratio = line.height / usual;
  if (ratio < HEADING_RATIO || line.text.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(line.text)) return 0;
  return ratio > 2 ? 1 : ratio > 1.6 ? 2 : 3;
}

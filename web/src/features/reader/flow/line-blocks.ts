import type { Box, PageText, PageWord } from '@vesalius/contract/reader-text';
import { wideGaps } from '@vesalius/contract/text-confidence';
import { type Line, linesOf } from '@vesalius/contract/text-lines';
import { BULLET, type ReadingBlock, textOf } from '../text/tagged-blocks.ts';
import { levelOf } from '../text/text-structure.ts';
import { tableBox } from './word-boxes.ts';

/** More space than this between two lines (in line heights) begins a paragraph. */
const PARAGRAPH_GAP = 0.75;
/** A line that is indented by this much (in line heights) begins a paragraph. */
const INDENT = 0.6;
/** Fewer lines in columns are no table. */
const MIN_TABLE_LINES = 3;
const NUMBERED = /^(?:\p{Nd}{1,2}[.)]|\p{L}\))\s/u;
const SENTENCE_END = /[.!?:;؟。]["'”’)\]]*$/u;

/** A block that is cut from the page image. */
export interface CutBlock {
  readonly kind: 'cut';
  readonly text: string;
  readonly box: Box;
}
type TextBlock = { kind: 'text' | 'item'; level: number; pairs: number[]; left: number };

/**
 * The blocks of a page without tags: headings by the size of the type, paragraphs by gaps and indents, lists by their
 * bullets. Lines in columns are a table, which is cut from the page image, because its cells cannot be told apart.
 */
export function lineBlocks(text: PageText, left: ReadonlySet<number>): (ReadingBlock | CutBlock)[] {
  const { words, headings } = text;
  const kept = linesOf(words).filter((line) => !left.has(line.first));
  const lines = kept.filter((line) => !isInFigure(line, text));
  const heights = lines.flatMap((line) => line.words.map((word) => word[3])).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 1;
  const headingAt = ({ first }: Line) => headings?.find(([from, to]) => first >= from && first < to)?.[2];
  const levelFor = (line: Line) => (headings ? (headingAt(line) ?? 0) : levelOf(line, usual));

  const blocks: (TextBlock | CutBlock)[] = [];
  let above: Line | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const table = tableFrom(lines, index, text);
    if (table.length >= MIN_TABLE_LINES) {
      blocks.push(cut(table, words));
      index += table.length - 1;
      above = null;
      continue;
    }
    const line = lines[index]!;
    const level = levelFor(line);
    const isItem = level === 0 && (BULLET.test(line.text) || NUMBERED.test(line.text));
    const last = blocks.at(-1);
    const pair = [line.first, line.first + line.words.length] as const;
    if (
      last &&
      last.kind !== 'cut' &&
      above &&
      last.level === level &&
      !isItem &&
      goesOn(last, above, line, text)
    )
      last.pairs.push(...pair);
    else blocks.push({ kind: isItem ? 'item' : 'text', level, pairs: [...pair], left: startOf(line) });
    above = line;
  }
  return joinItems(blocks, words);
}

/** The line's left edge or, in a script from the right, the distance of its right edge. */
function startOf({ words }: Line): number {
  const isFromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(words[0]?.[4] ?? '');
  return isFromRight
    ? 1 - Math.max(...words.map((word) => word[0] + word[2]))
    : Math.min(...words.map((word) => word[0]));
}

function goesOn(block: TextBlock, above: Line, line: Line, text: PageText): boolean {
  if (above.divided) return true;
  const gap = line.top - above.bottom;
  // The next column: a sentence that has not ended continues there.
  if (gap < -2 * line.height) return block.level === 0 && !SENTENCE_END.test(above.text);
  if (gap > PARAGRAPH_GAP * line.height) return false;
  const indent = ((startOf(line) - startOf(above)) * text.width) / (line.height * text.height);
  return block.kind === 'item' || indent < INDENT;
}

function tableFrom(lines: readonly Line[], from: number, text: PageText): Line[] {
  const table: Line[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (wideGaps(line.words, text) === 0) break;
    table.push(line);
  }
  return table;
}

function cut(lines: readonly Line[], words: readonly PageWord[]): CutBlock {
  const last = lines.at(-1)!;
  const text = textOf([lines[0]!.first, last.first + last.words.length], words);
  return { kind: 'cut', text, box: tableBox(lines.flatMap((line) => line.words))! };
}

/** Labels within a figure are in its picture. */
function isInFigure(line: Line, { figures = [] }: PageText): boolean {
  const x = line.words.reduce((sum, word) => sum + word[0] + word[2] / 2, 0) / line.words.length;
  const y = (line.top + line.bottom) / 2;
  return figures.some(
    ([left, top, width, height]) => x > left && x < left + width && y > top && y < top + height,
  );
}

function joinItems(
  blocks: readonly (TextBlock | CutBlock)[],
  words: readonly PageWord[],
): (ReadingBlock | CutBlock)[] {
  const joined: (ReadingBlock | CutBlock)[] = [];
  for (const block of blocks) {
    if (block.kind === 'cut') joined.push(block);
    else if (block.kind === 'text')
      joined.push({ kind: 'text', level: block.level, pairs: block.pairs, text: textOf(block.pairs, words) });
    else {
      const item = { text: textOf(block.pairs, words), pairs: block.pairs };
      const last = joined.at(-1);
      if (last?.kind === 'list') (last.items as (typeof item)[]).push(item);
      else joined.push({ kind: 'list', items: [item] });
    }
  }
  return joined;
}

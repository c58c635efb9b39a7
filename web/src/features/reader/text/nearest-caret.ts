import type { PageText } from '@vesalius/contract/reader-text';

/** A position between letters: before the first letter of a word, or after its last one. */
export interface WordCaret {
  readonly word: number;
  readonly side: 'before' | 'after';
}

interface Line {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** Consecutive lines; left and right are those of their column. */
interface Block {
  readonly lines: Line[];
  left: number;
  right: number;
}

/** Lines further apart than this many line heights are separate blocks. */
const MAX_LINE_GAP = 1.8;
/** A word belongs to the previous line if their centers differ by less than this share of its height. */
const SAME_LINE = 0.6;
/** Edges closer than this share of the page's width count as equal. */
const SAME_EDGE = 0.02;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * The text position for a point beside the text, in fractions of the page. A point beside a line means the line's start
 * or end; a point between two lines means the nearer line, always within the point's column. So a selection that is
 * released in the margin ends with the last word it passed.
 */
export function nearestCaret(text: PageText, x: number, y: number): WordCaret | null {
  const line = nearestLine(blocksOf(text), x, y, text.height / text.width);
  return line && caretOnLine(text, line, x);
}

/**
 * For a point between two lines of its column: the end of the line above and the start of the line below. Null if the
 * point is on a line, or before the first or after the last one.
 */
export function caretsAroundGap(
  text: PageText,
  x: number,
  y: number,
): { readonly above: WordCaret; readonly below: WordCaret } | null {
  const blocks = blocksOf(text);
  const nearest = Math.min(...blocks.map(({ left, right }) => distance(x, left, right)));
  const lines = blocks
    .filter(({ left, right }) => distance(x, left, right) === nearest)
    .flatMap((block) => block.lines);
  if (lines.some(({ top, bottom }) => y >= top && y <= bottom)) return null;
  const above = lines.filter(({ bottom }) => bottom < y).sort((a, b) => b.bottom - a.bottom)[0];
  const below = lines.filter(({ top }) => top > y).sort((a, b) => a.top - b.top)[0];
  if (!above || !below) return null;
  return { above: { word: above.to - 1, side: 'after' }, below: { word: below.from, side: 'before' } };
}

function nearestLine(blocks: readonly Block[], x: number, y: number, ratio: number): Line | null {
  let nearest: Line | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { lines, left, right } of blocks) {
    const beside = distance(x, left, right);
    for (const line of lines) {
      const away = Math.hypot(beside, distance(y, line.top, line.bottom) * ratio);
      if (away >= least) continue;
      least = away;
      nearest = line;
    }
  }
  return nearest;
}

function caretOnLine({ words }: PageText, line: Line, x: number): WordCaret | null {
  let caret: WordCaret | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let index = line.from; index < line.to; index += 1) {
    const [left, , width, , text] = words[index]!;
    const away = distance(x, left, left + width);
    if (away >= least) continue;
    least = away;
    const isLeftHalf = x < left + width / 2;
    caret = { word: index, side: isLeftHalf === RIGHT_TO_LEFT.test(text) ? 'after' : 'before' };
  }
  return caret;
}

const distance = (value: number, from: number, to: number): number =>
  value < from ? from - value : value > to ? value - to : 0;

const known = new WeakMap<PageText, Block[]>();
function blocksOf(text: PageText): Block[] {
  const cached = known.get(text);
  if (cached) return cached;
  const blocks: Block[] = [];
  for (const line of linesOf(text)) {
    const block = blocks.at(-1);
    if (block && continues(block, line)) {
      block.lines.push(line);
      block.left = Math.min(block.left, line.left);
      block.right = Math.max(block.right, line.right);
    } else blocks.push({ lines: [line], left: line.left, right: line.right });
  }
  widenToColumn(blocks);
  known.set(text, blocks);
  return blocks;
}

/** A short paragraph gets the width of its neighbors that start at the same edge. */
function widenToColumn(blocks: readonly Block[]): void {
  for (const ordered of [blocks, [...blocks].reverse()])
    for (const [index, block] of ordered.entries()) {
      const neighbor = ordered[index - 1];
      if (!neighbor) continue;
      if (Math.abs(neighbor.left - block.left) < SAME_EDGE)
        block.right = Math.max(block.right, neighbor.right);
      if (Math.abs(neighbor.right - block.right) < SAME_EDGE)
        block.left = Math.min(block.left, neighbor.left);
    }
}

function continues(block: Block, line: Line): boolean {
  const last = block.lines.at(-1) as Line;
  const gap = line.top - last.bottom;
  const height = last.bottom - last.top;
  return (
    line.top >= last.top && gap < MAX_LINE_GAP * height && line.left < block.right && line.right > block.left
  );
}

function linesOf({ words }: PageText): Line[] {
  const lines: Line[] = [];
  let from = 0;
  const close = (to: number) => {
    if (to === from) return;
    const own = words.slice(from, to);
    lines.push({
      from,
      to,
      left: Math.min(...own.map(([left]) => left)),
      right: Math.max(...own.map(([left, , width]) => left + width)),
      top: Math.min(...own.map(([, top]) => top)),
      bottom: Math.max(...own.map(([, top, , height]) => top + height)),
    });
    from = to;
  };
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (before && (before[5] !== undefined || !isBeside(before, word))) close(index);
  }
  close(words.length);
  return lines;
}

function isBeside(a: PageText['words'][number], b: PageText['words'][number]): boolean {
  return Math.abs(a[1] + a[3] / 2 - (b[1] + b[3] / 2)) < SAME_LINE * Math.max(a[3], b[3]);
}

import type { Box, PageText, PageWord } from '@vesalius/contract/reader-text';
import type { BlockText, ReadingBlock } from '../text/tagged-blocks.ts';
import type { FlowBlock } from './flow-page.ts';
import type { CutBlock } from './line-blocks.ts';
import { boxAround, wordsIn } from './word-boxes.ts';

/** How a caption begins, in the languages of our books. */
const CAPTION = /^(?:fig(?:ure|\.|ura)?|abb(?:ildung|\.)|plate|chart|diagram|الشكل|شكل)\s*[\p{Nd}.–-]+/iu;
/** A drawing is in a gap between the texts at least this high (share of the page). */
const MIN_GAP = 0.05;
/** Between a figure and the texts around it (share of the page). */
const MARGIN = 0.004;

type Placed = FlowBlock | CutBlock;

/** Gives figures their place on the page and their caption, and inserts those that the structure does not name. */
export function withFigures(
  blocks: readonly (ReadingBlock | CutBlock)[],
  text: PageText,
  /** Running heads and page numbers. */
  left: ReadonlySet<number>,
): FlowBlock[] {
  const flow = blocks.map((block): FlowBlock => {
    if (block.kind === 'cut') return { kind: 'figure', text: block.text, box: block.box, caption: null };
    if (block.kind === 'figure') return { kind: 'figure', text: block.text, box: null, caption: null };
    return block;
  });
  const images = [...(text.figures ?? [])].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const area = drawingArea(text, left);
  placeNamed(flow, images, text, area);
  for (const image of images) insert(flow, image, text);
  insertDrawings(flow, text, area);
  return withCaptions(flow);
}

/** Named figures take the images between the texts around them; a drawing without an image takes the gap itself. */
function placeNamed(flow: FlowBlock[], images: Box[], text: PageText, area: Box | null): void {
  for (const [index, block] of flow.entries()) {
    if (block.kind !== 'figure' || block.box) continue;
    const gap = gapAt(flow, index, text, area);
    const at = images.findIndex((image) => gap && isWithin(middleOf(image), gap));
    const [image] = at < 0 ? [] : images.splice(at, 1);
    const box = image ?? (gap && gap[3] >= MIN_GAP ? gap : null);
    flow[index] = { ...block, box };
  }
}

/** Before the first text below it. */
function insert(flow: FlowBlock[], image: Box, text: PageText): void {
  const [x, y] = middleOf(image);
  const index = flow.findIndex((block) => {
    const box = boxOf(block, text);
    return box !== null && box[1] > y - MARGIN && box[0] < x + 0.25 && box[0] + box[2] > x - 0.25;
  });
  const figure: FlowBlock = { kind: 'figure', text: '', box: image, caption: null };
  flow.splice(index < 0 ? flow.length : index, 0, figure);
}

/** A caption with an empty gap above it belongs to a drawing that is no image. */
function insertDrawings(flow: FlowBlock[], text: PageText, area: Box | null): void {
  for (let index = 0; index < flow.length; index += 1) {
    const block = flow[index]!;
    if (block.kind !== 'text' || !CAPTION.test(block.text)) continue;
    if (flow[index - 1]?.kind === 'figure' || flow[index + 1]?.kind === 'figure') continue;
    const gap = gapAt(flow, index, text, area, true);
    if (!gap || gap[3] < 2 * MIN_GAP) continue;
    flow.splice(index, 0, { kind: 'figure', text: '', box: gap, caption: null });
    index += 1;
  }
}

function withCaptions(flow: readonly FlowBlock[]): FlowBlock[] {
  const captions = new Map<number, BlockText>();
  const taken = new Set<number>();
  for (const [index, block] of flow.entries()) {
    if (block.kind !== 'figure') continue;
    const caption = [index + 1, index - 1].find((at) => {
      const other = flow[at];
      return (
        !taken.has(at) &&
        other?.kind === 'text' &&
        (CAPTION.test(other.text) || isSame(other.text, block.text))
      );
    });
    const found = caption === undefined ? undefined : flow[caption];
    if (caption === undefined || found?.kind !== 'text') continue;
    taken.add(caption);
    captions.set(index, { text: found.text, pairs: found.pairs });
  }
  return flow
    .map((block, index) =>
      block.kind === 'figure' ? { ...block, caption: captions.get(index) ?? null } : block,
    )
    .filter((_block, index) => !taken.has(index));
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
const isSame = (a: string, b: string): boolean => lettersOf(b) !== '' && lettersOf(a) === lettersOf(b);

/** The space for drawings: as wide as the page's text, from the running head to the running foot. */
function drawingArea({ words }: PageText, left: ReadonlySet<number>): Box | null {
  if (words.length === 0) return null;
  const kept = words.filter((_word, index) => !left.has(index));
  const running = words.filter((_word, index) => left.has(index));
  const heads = running.filter((word) => word[1] < 0.5);
  const feet = running.filter((word) => word[1] >= 0.5);
  // Without running lines a drawing is as high as its labels.
  const top = heads.length > 0 ? Math.max(...heads.map(bottomOf)) : Math.min(...kept.map((word) => word[1]));
  const bottom = feet.length > 0 ? Math.min(...feet.map((word) => word[1])) : Math.max(...kept.map(bottomOf));
  const x = Math.max(0, Math.min(...words.map((word) => word[0])) - MARGIN);
  const right = Math.min(1, Math.max(...words.map((word) => word[0] + word[2])) + MARGIN);
  return [x, top, right - x, bottom - top];
}
const bottomOf = (word: PageWord): number => word[1] + word[3];

/** The space between the block before and the block after. */
function gapAt(
  flow: readonly FlowBlock[],
  index: number,
  text: PageText,
  area: Box | null,
  endsAtBlock = false,
): Box | null {
  if (!area) return null;
  const before = flow.slice(0, index).findLast((block) => boxOf(block, text) !== null);
  const after = endsAtBlock
    ? flow[index]
    : flow.slice(index + 1).find((block) => boxOf(block, text) !== null);
  const above = before ? boxOf(before, text) : null;
  const below = after ? boxOf(after, text) : null;
  const top = (above ? above[1] + above[3] : area[1]) + MARGIN;
  const bottom = (below ? below[1] : area[1] + area[3]) - MARGIN;
  return bottom > top ? [area[0], top, area[2], bottom - top] : null;
}

const middleOf = ([x, y, width, height]: Box): readonly [number, number] => [x + width / 2, y + height / 2];
const isWithin = ([x, y]: readonly [number, number], [left, top, width, height]: Box): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

function boxOf(block: Placed, { words }: PageText): Box | null {
  if (block.kind === 'figure' || block.kind === 'cut') return block.box;
  const pairs =
    block.kind === 'list'
      ? block.items.flatMap((item) => item.pairs)
      : block.kind === 'table'
        ? block.rows.flatMap((row) => row.flatMap((cell) => cell.pairs))
        : block.pairs;
  return boxAround(wordsIn(pairs, words));
}

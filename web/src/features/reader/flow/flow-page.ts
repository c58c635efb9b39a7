import type { Box, PageText } from '@vesalius/contract/reader-text';
import { confidenceOf, MIN_CONFIDENCE } from '@vesalius/contract/text-confidence';
import { type BlockText, everyTaggedBlock, type ReadingBlock } from '../text/tagged-blocks.ts';
import { withFigures } from './figures.ts';
import { lineBlocks } from './line-blocks.ts';
import { withNumbersInPlace } from './untagged-words.ts';

export type FlowBlock =
  | Exclude<ReadingBlock, { kind: 'figure' }>
  | {
      readonly kind: 'figure';
      /** Its alternative text. */
      readonly text: string;
      /** Where it is on the page; null if that is unknown. */
      readonly box: Box | null;
      readonly caption: BlockText | null;
    }
  | ({ readonly kind: 'footnote' } & BlockText);

/** A page in the text view: its blocks or, where its structure is unknown or uncertain, its image. */
export type FlowPage =
  | { readonly shownAs: 'text'; readonly blocks: readonly FlowBlock[] }
  | { readonly shownAs: 'image'; readonly reason: 'noText' | 'uncertain' };

/** A footnote is smaller than this share of the page's usual type, and in the lower part of the page. */
const FOOTNOTE_RATIO = 0.9;
const FOOTNOTE_FROM = 0.5;
const FOOTNOTE_SIGN = /^(?:\p{Nd}{1,3}|[*†‡§¶])/u;

/** Without the words of `left`: running heads and page numbers. */
export function flowPage(text: PageText, left: ReadonlySet<number>): FlowPage {
  if (text.words.length <= left.size && !text.tags) return { shownAs: 'image', reason: 'noText' };
  if (confidenceOf(text) < MIN_CONFIDENCE) return { shownAs: 'image', reason: 'uncertain' };
  const blocks = text.tags
    ? everyTaggedBlock(
        withNumbersInPlace(text.tags, text.words).map(([role, pairs, alt]) => [
          role,
          without(pairs, left),
          alt ?? '',
        ]),
        text.words,
      ).map(withoutEmptyItems)
    : lineBlocks(text, left);
  const withNotes = footnotesLast(withFigures(blocks, text, left), text);
  return withNotes.length > 0
    ? { shownAs: 'text', blocks: withNotes }
    : { shownAs: 'image', reason: 'noText' };
}

const withoutEmptyItems = (block: ReadingBlock): ReadingBlock =>
  block.kind === 'list' ? { ...block, items: block.items.filter(({ text }) => text !== '') } : block;

function without(pairs: readonly number[], left: ReadonlySet<number>): number[] {
  if (left.size === 0) return [...pairs];
  const kept: number[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (let word = pairs[at]!; word < pairs[at + 1]!; word += 1) {
      if (left.has(word)) continue;
      if (kept.at(-1) === word) kept[kept.length - 1] = word + 1;
      else kept.push(word, word + 1);
    }
  return kept;
}

/** Footnotes end the page, wherever the order of the text has them. */
function footnotesLast(blocks: readonly FlowBlock[], { words }: PageText): FlowBlock[] {
  const heights = words.map((word) => word[3]).sort((a, b) => a - b);
  const usual = heights[heights.length >> 1] ?? 1;
  const isFootnote = (block: FlowBlock): block is Extract<FlowBlock, { kind: 'text' }> => {
    const first = block.kind === 'text' && block.level === 0 ? words[block.pairs[0]!] : undefined;
    return (
      block.kind === 'text' &&
      first !== undefined &&
      first[1] > FOOTNOTE_FROM &&
      FOOTNOTE_SIGN.test(block.text) &&
      words.slice(block.pairs[0], block.pairs[1]).every((word) => word[3] < FOOTNOTE_RATIO * usual)
    );
  };
  const notes = blocks.filter(isFootnote);
  return [
    ...blocks.filter((block) => !isFootnote(block)),
    ...notes.map(({ text, pairs }) => ({ kind: 'footnote' as const, text, pairs })),
  ];
}

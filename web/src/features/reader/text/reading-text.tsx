import { type PageText, type PageWord, plainPageText } from '@vesalius/contract/reader-text';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../page.module.css';
import type { ShownHit } from '../search/use-hit-steps.ts';
import { type BlockText, type ReadingBlock, type TableCell, taggedBlocks, textOf } from './tagged-blocks.ts';
import { blocksOf } from './text-structure.ts';

const TAGS = ['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** The words of the selected hit: the first one, and the one after the last. */
interface Passage {
  readonly words: readonly PageWord[];
  readonly from: number;
  readonly to: number;
  onShown(passage: HTMLElement): void;
}

/** The page for screen readers: its words in reading order with headings, lists, tables and figures. */
export const ReadingText = memo(function ReadingText({
  text,
  language,
  hit = null,
}: {
  text: PageText;
  language: string;
  hit?: ShownHit | null;
}) {
  const { t, i18n } = useTranslation('reader');
  const blocks = useMemo(
    (): ReadingBlock[] =>
      text.tags
        ? taggedBlocks(text.tags, text.words)
        : blocksOf(text).map((block) => ({ kind: 'text', ...block })),
    [text],
  );
  const passage = useMemo(() => hit && passageOf(text, hit), [text, hit]);
  return (
    <div className={classes.forScreenReaders} lang={language} dir="auto">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change their order
        <Block key={index} block={block} passage={passage} />
      ))}
      {!text.tags && text.figures && text.figures.length > 0 && (
        // Figures without a description are still announced.
        <p lang={i18n.language}>{t('page.figures', { count: text.figures.length })}</p>
      )}
    </div>
  );
});

function passageOf({ words }: PageText, { rangeIn, onShown }: ShownHit): Passage | null {
  const { text, starts } = plainPageText(words);
  const range = rangeIn(text);
  if (!range) return null;
  const from = starts.findLastIndex((start) => start <= range.start);
  const after = starts.findIndex((start) => start >= range.end);
  return { words, from, to: after < 0 ? words.length : after, onShown };
}

function Block({ block, passage }: { block: ReadingBlock; passage: Passage | null }) {
  switch (block.kind) {
    case 'text': {
      // The book's title above the pages is the heading of level 1.
      const Tag = TAGS[block.level] ?? 'p';
      return (
        <Tag>
          <Words of={block} passage={passage} />
        </Tag>
      );
    }
    case 'figure':
      return (
        <div role="img" aria-label={block.text}>
          {block.text}
        </div>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={index}>
              <Words of={item} passage={passage} />
            </li>
          ))}
        </ul>
      );
    case 'table':
      // Whoever hears a cell hears the heading of its column: without columns, the words are read row by row.
      if (!block.direction)
        return block.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={index}>
            <Words of={joined(row)} passage={passage} />
          </p>
        ));
      return (
        <table>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Row key={index} cells={row} passage={passage} />
            ))}
          </tbody>
        </table>
      );
  }
}

function Row({ cells, passage }: { cells: readonly TableCell[]; passage: Passage | null }) {
  const isHead = cells.every((cell) => cell.isHeader || cell.text === '');
  return (
    <tr>
      {cells.map((cell, index) =>
        cell.isHeader ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <th key={index} colSpan={cell.span} scope={isHead ? (cell.span ? 'colgroup' : 'col') : 'row'}>
            <Words of={cell} passage={passage} />
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <td key={index} colSpan={cell.span}>
            <Words of={cell} passage={passage} />
          </td>
        ),
      )}
    </tr>
  );
}

const joined = (cells: readonly TableCell[]): BlockText => ({
  text: cells.map((cell) => cell.text).join(' '),
  pairs: cells.flatMap((cell) => cell.pairs),
});

/** A text; if it contains the selected hit, the hit is marked and can be focused. */
function Words({ of: { text, pairs }, passage }: { of: BlockText; passage: Passage | null }) {
  const parts = passage && splitAt(pairs, passage);
  if (!passage || !parts) return text;
  const { words, onShown } = passage;
  const [before, hit, after] = parts.map((part) => textOf(part, words));
  return (
    <>
      {before}{' '}
      <mark ref={(mark) => void (mark && onShown(mark))} tabIndex={-1} data-passage>
        {hit}
      </mark>{' '}
      {after}
    </>
  );
}

/** Splits the words into those before, within and after the passage, in reading order. */
function splitAt(
  pairs: readonly number[],
  { from, to }: Passage,
): readonly [number[], number[], number[]] | null {
  const parts: [number[], number[], number[]] = [[], [], []];
  let part = 0;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [first, end] = [pairs[at]!, pairs[at + 1]!];
    const [start, stop] = [Math.max(first, from), Math.min(end, to)];
    if (start >= stop) {
      parts[part === 1 ? 2 : part]?.push(first, end);
      if (part === 1) part = 2;
      continue;
    }
    if (first < start) parts[0].push(first, start);
    parts[1].push(start, stop);
    part = 1;
    if (stop < end) {
      parts[2].push(stop, end);
      part = 2;
    }
  }
  return part === 0 ? null : parts;
}

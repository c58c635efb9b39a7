import type { PageText } from '@vesalius/contract/reader-text';
import { memo, useMemo } from 'react';
import classes from '../page.module.css';
import { type ReadingBlock, type TableCell, taggedBlocks } from './tagged-blocks.ts';
import { blocksOf } from './text-structure.ts';

const TAGS = ['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

/** The page for those who hear it: its words in reading order with headings, lists, tables and figures. */
export const ReadingText = memo(function ReadingText({
  text,
  language,
}: {
  text: PageText;
  language: string;
}) {
  const blocks = useMemo(
    (): ReadingBlock[] =>
      text.tags
        ? taggedBlocks(text.tags, text.words)
        : blocksOf(text).map((block) => ({ kind: 'text', ...block })),
    [text],
  );
  return (
    <div className={classes.forScreenReaders} lang={language} dir="auto">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change their order
        <Block key={index} block={block} />
      ))}
    </div>
  );
});

function Block({ block }: { block: ReadingBlock }) {
  switch (block.kind) {
    case 'text': {
      // The book's title above the pages is the heading of level 1.
      const Tag = TAGS[block.level] ?? 'p';
      return <Tag>{block.text}</Tag>;
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
            <li key={index}>{item}</li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <table>
          <tbody>
            {block.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Row key={index} cells={row} />
            ))}
          </tbody>
        </table>
      );
  }
}

function Row({ cells }: { cells: readonly TableCell[] }) {
  const scope = cells.every((cell) => cell.isHeader) ? 'col' : 'row';
  return (
    <tr>
      {cells.map((cell, index) =>
        cell.isHeader ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <th key={index} scope={scope}>
            {cell.text}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <td key={index}>{cell.text}</td>
        ),
      )}
    </tr>
  );
}

import type { Box, PageText } from '@vesalius/contract/reader-text';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from '../engine/page-engine.ts';
import { SteadyImage } from '../steady-image.tsx';
import { type BlockText, BULLET, type TableCell } from '../text/tagged-blocks.ts';
import classes from './flow.module.css';
import type { FlowBlock } from './flow-page.ts';
import { FlowWords } from './flow-words.tsx';

/** The book's title above is the heading of level 1. */
const HEADINGS = ['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

export const FlowBlocks = memo(function FlowBlocks({
  blocks,
  text,
  engine,
  page,
}: {
  blocks: readonly FlowBlock[];
  text: PageText;
  engine: PageEngine;
  page: number;
}) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change their order
    <Block key={index} block={block} text={text} engine={engine} page={page} />
  ));
});

function Block({
  block,
  text,
  engine,
  page,
}: {
  block: FlowBlock;
  text: PageText;
  engine: PageEngine;
  page: number;
}) {
  const { t, i18n } = useTranslation('reader');
  switch (block.kind) {
    case 'text': {
      const Tag = HEADINGS[block.level] ?? 'p';
      return (
        <Tag dir="auto">
          <FlowWords pairs={block.pairs} />
        </Tag>
      );
    }
    case 'footnote':
      return (
        <p className={classes.footnote} dir="auto">
          <FlowWords pairs={block.pairs} />
        </p>
      );
    case 'list':
      return (
        <ul className={classes.list}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Item key={index} item={item} text={text} />
          ))}
        </ul>
      );
    case 'table':
      return (
        // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, and no section of the book
        <div
          role="group"
          className={classes.table}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('text.table')}
        >
          <table>
            <tbody>
              {block.rows.map((cells, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Row key={index} cells={cells} />
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'figure':
      return (
        <figure className={classes.figure}>
          {block.box ? (
            <Cut
              box={block.box}
              text={text}
              engine={engine}
              page={page}
              alt={block.text || t('text.figure')}
            />
          ) : (
            block.text && (
              <p className={classes.described} lang={i18n.language}>
                {t('text.described', { text: block.text })}
              </p>
            )
          )}
          {block.caption && (
            <figcaption dir="auto">
              <FlowWords pairs={block.caption.pairs} />
            </figcaption>
          )}
        </figure>
      );
  }
}

/** The list shows its own bullet instead of the printed one; numbers stay. */
function Item({ item, text }: { item: BlockText; text: PageText }) {
  const first = text.words[item.pairs[0] ?? -1]?.[4] ?? '';
  const hasBullet = BULLET.test(`${first} `);
  const isNumbered = /^[\p{Nd}\p{L}]{1,3}[.)]/u.test(first);
  return (
    <li dir="auto" data-numbered={isNumbered || undefined}>
      <FlowWords pairs={item.pairs} skip={hasBullet ? 1 : 0} />
    </li>
  );
}

function Row({ cells }: { cells: readonly TableCell[] }) {
  const scope = cells.every((cell) => cell.isHeader) ? 'col' : 'row';
  return (
    <tr>
      {cells.map((cell, index) => {
        const Cell = cell.isHeader ? 'th' : 'td';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Cell key={index} dir="auto" {...(cell.isHeader ? { scope } : {})}>
            {cell.pairs.length > 0 ? <FlowWords pairs={cell.pairs} /> : cell.text}
          </Cell>
        );
      })}
    </tr>
  );
}

/** A part of the double-size page image, never wider than the text. */
function Cut({
  box: [x, y, width, height],
  text,
  engine,
  page,
  alt,
}: {
  box: Box;
  text: PageText;
  engine: PageEngine;
  page: number;
  alt: string;
}) {
  const percent = (value: number) => `${(value * 100).toFixed(3)}%`;
  return (
    <div
      className={classes.cut}
      style={{
        aspectRatio: `${width * text.width} / ${height * text.height}`,
        // As large as the printed figure at double size.
        maxWidth: `${Math.round(width * text.width * 2)}px`,
      }}
    >
      <SteadyImage
        url={() => engine.pictureUrl(page, '2x')}
        // Its address is another one without a network, and when the grant has been renewed.
        onFailure={() => void engine.renew()}
        alt={alt}
        loading="lazy"
        draggable={false}
        style={{
          width: percent(1 / width),
          height: percent(1 / height),
          left: percent(-x / width),
          top: percent(-y / height),
        }}
      />
    </div>
  );
}

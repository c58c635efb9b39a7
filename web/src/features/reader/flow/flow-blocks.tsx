import type { PageText } from '@vesalius/contract/reader-text';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from '../engine/page-engine.ts';
import { type BlockText, BULLET } from '../text/tagged-blocks.ts';
import classes from './flow.module.css';
import type { FlowBlock } from './flow-page.ts';
import { FlowTable, PictureOfTable } from './flow-table.tsx';
import { FlowWords } from './flow-words.tsx';
import { PageCut } from './page-cut.tsx';

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
      return block.direction ? (
        <FlowTable rows={block.rows} direction={block.direction} />
      ) : (
        <PictureOfTable rows={block.rows} text={text} engine={engine} page={page} />
      );
    case 'figure':
      return (
        <figure className={classes.figure}>
          {block.box ? (
            <PageCut
              box={block.box}
              text={text}
              engine={engine}
              page={page}
              alt={block.text || t('text.figure')}
              kind="figure"
              caption={block.caption?.text || block.text}
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

import type { PageText } from '@vesalius/contract/reader-text';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from '../engine/page-engine.ts';
import type { TableBlock, TableCell } from '../text/tagged-blocks.ts';
import classes from './flow.module.css';
import { FlowWords } from './flow-words.tsx';
import { PageCut } from './page-cut.tsx';
import { tableBox, wordsIn } from './word-boxes.ts';

export function FlowTable({ rows, direction }: Pick<TableBlock, 'rows' | 'direction'>) {
  const { t } = useTranslation('reader');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, and no section of the book
    <div
      role="group"
      className={classes.table}
      data-whole
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('text.table')}
      dir={direction ?? undefined}
      onKeyDown={keepArrowsToScroll}
    >
      <table>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page never change their order
            <Row key={index} cells={cells} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Elsewhere these keys turn the page. */
function keepArrowsToScroll(event: KeyboardEvent<HTMLElement>) {
  const { scrollWidth, clientWidth } = event.currentTarget;
  const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const isAlone = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
  if (isArrow && isAlone && scrollWidth > clientWidth) event.stopPropagation();
}

function Row({ cells }: { cells: readonly TableCell[] }) {
  const isHead = cells.every((cell) => cell.isHeader || cell.text === '');
  return (
    <tr>
      {cells.map((cell, index) => {
        const Cell = cell.isHeader ? 'th' : 'td';
        const scope = isHead ? (cell.span ? 'colgroup' : 'col') : 'row';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Cell key={index} dir="auto" colSpan={cell.span} {...(cell.isHeader ? { scope } : {})}>
            {cell.pairs.length > 0 ? <FlowWords pairs={cell.pairs} /> : cell.text}
          </Cell>
        );
      })}
    </tr>
  );
}

/** A table whose columns are uncertain: its place on the page, and its text row by row. */
export function PictureOfTable({
  rows,
  text,
  engine,
  page,
}: {
  rows: TableBlock['rows'];
  text: PageText;
  engine: PageEngine;
  page: number;
}) {
  const { t, i18n } = useTranslation('reader');
  const pairs = rows.flatMap((row) => row.flatMap((cell) => cell.pairs));
  const box = tableBox(wordsIn(pairs, text.words));
  return (
    <figure className={classes.figure}>
      <p className={classes.reason} lang={i18n.language} dir="auto">
        {t('text.uncertainTable')}
      </p>
      {box && (
        <PageCut
          box={box}
          text={text}
          engine={engine}
          page={page}
          alt={t('text.table')}
          kind="table"
          caption=""
        />
      )}
      <figcaption>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={index} dir="auto">
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={at} className={classes.cell}>
                {cell.pairs.length > 0 ? <FlowWords pairs={cell.pairs} /> : `${cell.text} `}
              </span>
            ))}
          </p>
        ))}
      </figcaption>
    </figure>
  );
}

import type { PageText } from '@vesalius/contract/reader-text';
import { memo, type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacedPage, Rotation } from './layout/page-layout.ts';
import { useReader } from './model/reader-model.ts';
import classes from './page.module.css';
import { labelOf } from './page-labels.ts';
import { PagePicture } from './page-picture.tsx';
import type { ShownHit } from './search/use-hit-steps.ts';
import { SharpCanvas } from './sharp-canvas.tsx';
import { TextLayer } from './text/text-layer.tsx';
import { usePageText } from './text/use-page-text.ts';

/** Pixels per point of the normal and the double-size image (96 and 192 dots per inch). */
const SIMPLE = 96 / 72;
const DOUBLE = 2 * SIMPLE;
/** An image may be enlarged by this factor before the next larger one is worth loading. */
const TOLERANCE = 1.05;
/** The font size of the licensee's name as a fraction of the page's width: smaller than any footnote. */
const LICENCE_SIZE = 0.0115;

/** A page with image, marks and words. Mounted only near the window, so that a thousand pages cost nothing. */
export const PageView = memo(function PageView({
  placed,
  sheetWidth,
  rotation,
  resting,
  dark,
  hit,
  corner,
  children,
}: {
  placed: PlacedPage;
  /** The width of all pages together, if a page may extend beyond it. */
  sheetWidth?: number;
  rotation: Rotation;
  /** Scrolling has ended: words and the double-size image may load. */
  resting: boolean;
  dark: boolean;
  /** The selected hit of a search, if it is on this page: its words load first. */
  hit: ShownHit | null;
  /** Renders what is above the page, at its corner, and does not turn with it. */
  corner?: (page: number) => ReactNode;
  /** Renders the layers between image and words. */
  children?: (page: number, text: PageText | null) => ReactNode;
}) {
  const { t } = useTranslation('reader');
  const { engine, sizes, labels, language, licensee } = useReader('book');
  const markDrawn = useReader('markDrawn');
  const { page, left, top, width, height } = placed;
  const size = sizes[page - 1]!;
  const label = labelOf(page, labels);
  // For what is beside the words: it moves in with the shown part.
  const hiddenSides = sheetWidth !== undefined && {
    '--hidden-left': `${Math.max(0, -left)}px`,
    '--hidden-right': `${Math.max(0, left + width - sheetWidth)}px`,
  };
  const turned = rotation % 180 !== 0;
  const scale = (turned ? height : width) / size.width;
  const density = scale * (typeof devicePixelRatio === 'number' ? devicePixelRatio : 1);
  const [isDrawn, setDrawn] = useState(false);
  // The words load after the image.
  const text = usePageText(engine, page, hit !== null || (isDrawn && (resting || dark)));
  const drawn = useCallback(() => {
    setDrawn(true);
    markDrawn();
  }, [markDrawn]);
  return (
    <section
      className={classes.page}
      style={{ insetInlineStart: 'auto', left, top, width, height, ...hiddenSides }}
      aria-label={t('page.label', { label })}
      data-page={page}
    >
      <div
        className={classes.turn}
        data-rotation={rotation}
        style={{
          width: size.width * scale,
          height: size.height * scale,
          ...{ '--sheet-width': `${size.width * scale}px` },
          transform: turnTransform(rotation, width, height),
        }}
      >
        <PagePicture
          engine={engine}
          page={page}
          pixelWidth={Math.round(density * size.width)}
          better={density > SIMPLE * TOLERANCE}
          resting={resting}
          figures={dark ? text?.figures : undefined}
          onDrawn={drawn}
        />
        {density > DOUBLE * TOLERANCE && (
          <SharpCanvas key={scale} engine={engine} page={page} resting={resting} />
        )}
        {children?.(page, text)}
        {text && (text.words.length > 0 || text.tags) && (
          <TextLayer text={text} scale={scale} language={language} hit={hit} />
        )}
      </div>
      {corner?.(page)}
      {licensee && (
        <p
          className={classes.licence}
          aria-hidden="true"
          dir="auto"
          style={{ fontSize: Math.max(8, width * LICENCE_SIZE) }}
        >
          {t('page.licence', { name: licensee })}
        </p>
      )}
    </section>
  );
});

function turnTransform(rotation: Rotation, width: number, height: number): string | undefined {
  if (rotation === 90) return `translateX(${width}px) rotate(90deg)`;
  if (rotation === 180) return `translate(${width}px, ${height}px) rotate(180deg)`;
  if (rotation === 270) return `translateY(${height}px) rotate(270deg)`;
  return undefined;
}

import type { PageText } from '@vesalius/contract/reader-text';
import { memo, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextAttempt } from '../../lib/next-attempt.ts';
import type { PageEngine } from './engine/page-engine.ts';
import { mayHaveMoved } from './engine/page-file-error.ts';
import type { PlacedPage, Rotation } from './layout/page-layout.ts';
import { useReader } from './model/reader-model.ts';
import classes from './page.module.css';
import { labelOf } from './page-labels.ts';
import { PagePicture } from './page-picture.tsx';
import type { ShownHit } from './search/use-hit-steps.ts';
import { SharpCanvas } from './sharp-canvas.tsx';
import { TextLayer } from './text/text-layer.tsx';

/** Pixels a point in the simple and in the double picture (96 and 192 dots an inch). */
const SIMPLE = 96 / 72;
const DOUBLE = 2 * SIMPLE;
/** A picture may be stretched by this much before the next better one is worth its bytes. */
const TOLERANCE = 1.05;
/** Of the line that says whose copy it is, as a fraction of the page's width: smaller than any footnote. */
const LICENCE_SIZE = 0.0115;

/** One page: picture, marks, words. Mounted only near the window, so that a thousand of them cost nothing. */
export const PageView = memo(function PageView({
  placed,
  rotation,
  resting,
  dark,
  hit,
  children,
}: {
  placed: PlacedPage;
  rotation: Rotation;
  /** Nothing moves: the time for words and for the double size. */
  resting: boolean;
  dark: boolean;
  /** The chosen hit of a search, if it is here: its words come first. */
  hit: ShownHit | null;
  /** What lies between picture and words, given the words. */
  children?: (page: number, text: PageText | null) => ReactNode;
}) {
  const { t } = useTranslation('reader');
  const { engine, sizes, labels, language, licensee } = useReader('book');
  const markDrawn = useReader('markDrawn');
  const { page, left, top, width, height } = placed;
  const size = sizes[page - 1]!;
  const label = labelOf(page, labels);
  const turned = rotation % 180 !== 0;
  const scale = (turned ? height : width) / size.width;
  const density = scale * (typeof devicePixelRatio === 'number' ? devicePixelRatio : 1);
  const [isDrawn, setDrawn] = useState(false);
  // Picture first: the words come when it is there.
  const text = usePageText(engine, page, hit !== null || (isDrawn && (resting || dark)));
  const drawn = useCallback(() => {
    setDrawn(true);
    markDrawn();
  }, [markDrawn]);
  return (
    <section
      className={classes.page}
      style={{ insetInlineStart: 'auto', left, top, width, height }}
      aria-label={t('page.label', { label })}
      data-page={page}
    >
      <div
        className={classes.turn}
        data-rotation={rotation}
        style={{
          width: size.width * scale,
          height: size.height * scale,
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

function usePageText(engine: PageEngine, page: number, wanted: boolean): PageText | null {
  const [text, setText] = useState<PageText | null>(null);
  useEffect(() => {
    if (!wanted || text) return;
    const gone = new AbortController();
    const { signal } = gone;
    // The page can be seen without; for search, copying and screen readers it is asked for until it is there.
    void (async () => {
      for (let attempt = 1; !signal.aborted; attempt += 1) {
        try {
          const loaded = await engine.text(page, signal);
          if (!signal.aborted) setText(loaded);
          return;
        } catch (error) {
          if (signal.aborted) return;
          // Its own question: the picture may have been fetched ahead, while its address was still good.
          if (mayHaveMoved(error)) await engine.renew();
          await nextAttempt(attempt, signal);
        }
      }
    })();
    return () => gone.abort();
  }, [engine, page, wanted, text]);
  return text;
}

import type { Box } from '@vesalius/contract/reader-text';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextAttempt } from '../../lib/next-attempt.ts';
import type { PageEngine } from './engine/page-engine.ts';
import { mayHaveMoved, PageFileError } from './engine/page-file-error.ts';
import classes from './page.module.css';
import { SteadyImage } from './steady-image.tsx';

/** The number of immediate attempts. Later ones are delayed, and the reader sees a message. */
const PROMPT_ATTEMPTS = 3;

/**
 * The image of a page: first a small preview, then the normal image and, when scrolling ends, one in the exact size of
 * the screen, from the double-size image if that shows more.
 */
export const PagePicture = memo(function PagePicture({
  engine,
  page,
  pixelWidth,
  better,
  resting,
  figures,
  onDrawn,
}: {
  engine: PageEngine;
  page: number;
  /** Its width on the screen in device pixels. */
  pixelWidth: number;
  /** Whether the double-size image is worth loading at this size. */
  better: boolean;
  resting: boolean;
  /** Photographs, which are not inverted on dark pages. */
  figures: readonly Box[] | undefined;
  onDrawn: () => void;
}) {
  const { t } = useTranslation('reader');
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const [loaded, setLoaded] = useState(false);
  const [failure, setFailure] = useState<'failed' | 'unreached' | null>(null);
  const [presses, setPresses] = useState(0);
  const [thumb] = useState(() => engine.pictureUrl(page, 'thumb'));
  const [drawn, setDrawn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a press starts again without the pause
  useEffect(
    function drawAtOnce() {
      const element = canvas.current;
      if (!element) return;
      const gone = new AbortController();
      const { signal } = gone;
      void (async () => {
        for (let attempt = 1; !signal.aborted; attempt += 1) {
          try {
            await engine.drawPicture(page, '1x', element, { signal });
            setFailure(null);
            setLoaded(true);
            onDrawn();
            return;
          } catch (error) {
            if (signal.aborted) return;
            if (mayHaveMoved(error)) await engine.renew();
            if (attempt < PROMPT_ATTEMPTS) continue;
            if (!signal.aborted) setFailure(error instanceof PageFileError ? 'failed' : 'unreached');
            await nextAttempt(attempt - PROMPT_ATTEMPTS + 1, signal);
          }
        }
      })();
      return () => {
        gone.abort();
        // Frees the memory now instead of at garbage collection.
        element.width = 0;
        element.height = 0;
      };
    },
    [engine, page, presses, onDrawn],
  );

  useEffect(
    function drawSharpAtRest() {
      const element = canvas.current;
      if (!element || !loaded || !resting || drawn === pixelWidth) return;
      const moved = new AbortController();
      const { signal } = moved;
      void (async () => {
        // The current image stays until the new one is loaded.
        for (let attempt = 1; !signal.aborted; attempt += 1) {
          try {
            await engine.drawPicture(page, better ? '2x' : '1x', element, { pixelWidth, signal });
            return setDrawn(pixelWidth);
          } catch (error) {
            if (signal.aborted) return;
            if (mayHaveMoved(error)) await engine.renew();
            await nextAttempt(attempt, signal);
          }
        }
      })();
      return () => moved.abort();
    },
    [engine, page, loaded, resting, drawn, pixelWidth, better],
  );

  return (
    <>
      <canvas
        ref={canvas}
        className={classes.picture}
        style={loaded ? undefined : { backgroundImage: `url("${thumb}")` }}
        data-loaded={loaded || undefined}
      />
      {figures && figures.length > 0 && loaded && (
        <SteadyImage
          className={classes.figures}
          style={{ clipPath: outlineOf(figures) }}
          url={() => engine.pictureUrl(page, better ? '2x' : '1x')}
          alt=""
          draggable={false}
        />
      )}
      {failure && !loaded && (
        <div className={classes.failed} role="alert">
          <p dir="auto">{t(`page.${failure}`, { page })}</p>
          <button type="button" onClick={() => setPresses(presses + 1)}>
            {t('page.retry')}
          </button>
        </div>
      )}
    </>
  );
});

/** One path around all boxes: from the corner to each box and back, which encloses no area in between. */
function outlineOf(boxes: readonly Box[]): string {
  const at = (x: number, y: number) => `${(x * 100).toFixed(2)}% ${(y * 100).toFixed(2)}%`;
  const rounds = boxes.map(([x, y, width, height]) =>
    [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y), at(0, 0)].join(', '),
  );
  return `polygon(${at(0, 0)}, ${rounds.join(', ')})`;
}

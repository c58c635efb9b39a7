import type { Box } from '@vesalius/contract/reader-text';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from './engine/page-engine.ts';
import classes from './page.module.css';

/** Attempts after a picture failed, before the reader is asked (each gets a new grant first). */
const ATTEMPTS = 2;

/**
 * The picture of a page: the small preview until the real one has arrived, then the real one, then, when the
 * reader has stopped here, one of exactly the screen's size, from the double picture where that shows more.
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
  /** How wide it is on the screen, in device pixels. */
  pixelWidth: number;
  /** The double picture is worth its bytes at this size. */
  better: boolean;
  resting: boolean;
  /** Photographs: on dark pages they are shown as they are. */
  figures: readonly Box[] | undefined;
  onDrawn: () => void;
}) {
  const { t } = useTranslation('reader');
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const [loaded, setLoaded] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [thumb] = useState(() => engine.pictureUrl(page, 'thumb'));
  const [drawn, setDrawn] = useState(0);
  const failed = attempt > ATTEMPTS;

  useEffect(
    function drawAtOnce() {
      const element = canvas.current;
      if (!element || failed) return;
      const gone = new AbortController();
      engine.drawPicture(page, '1x', element, { signal: gone.signal }).then(
        () => {
          setLoaded(true);
          onDrawn();
        },
        async () => {
          if (gone.signal.aborted) return;
          await engine.renew();
          if (!gone.signal.aborted) setAttempt(attempt + 1);
        },
      );
      return () => {
        gone.abort();
        // Gives the memory back now, not when the browser finds time.
        element.width = 0;
        element.height = 0;
      };
    },
    [engine, page, attempt, failed, onDrawn],
  );

  useEffect(
    function drawSharpAtRest() {
      const element = canvas.current;
      if (!element || !loaded || !resting || drawn === pixelWidth) return;
      const moved = new AbortController();
      const options = { pixelWidth, signal: moved.signal };
      engine.drawPicture(page, better ? '2x' : '1x', element, options).then(
        () => setDrawn(pixelWidth),
        () => {
          // the one that is there stays
        },
      );
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
        <img
          className={classes.figures}
          style={{ clipPath: outlineOf(figures) }}
          src={engine.pictureUrl(page, better ? '2x' : '1x')}
          alt=""
          draggable={false}
        />
      )}
      {failed && !loaded && (
        <div className={classes.failed} role="alert">
          <p>{t('page.failed', { page })}</p>
          <button type="button" onClick={() => setAttempt(0)}>
            {t('page.retry')}
          </button>
        </div>
      )}
    </>
  );
});

/** One path around all boxes: from the corner to each and back, which encloses nothing in between. */
function outlineOf(boxes: readonly Box[]): string {
  const at = (x: number, y: number) => `${(x * 100).toFixed(2)}% ${(y * 100).toFixed(2)}%`;
  const rounds = boxes.map(([x, y, width, height]) =>
    [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y), at(0, 0)].join(', '),
  );
  return `polygon(${at(0, 0)}, ${rounds.join(', ')})`;
}

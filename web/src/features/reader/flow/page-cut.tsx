import type { Box, PageText } from '@vesalius/contract/reader-text';
import type { PageEngine } from '../engine/page-engine.ts';
import { SteadyImage } from '../steady-image.tsx';
import classes from './flow.module.css';

/** A part of the double-size page image, never wider than the text. */
export function PageCut({
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
  const ratio = (width * text.width) / (height * text.height);
  const percent = (value: number) => `${(value * 100).toFixed(3)}%`;
  return (
    <div
      className={classes.cutSpace}
      data-whole="with next"
      // As large as the printed figure at double size.
      style={{ maxWidth: `${Math.round(width * text.width * 2)}px` }}
    >
      <div className={classes.cut} style={{ aspectRatio: ratio, '--ratio': ratio } as React.CSSProperties}>
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
    </div>
  );
}

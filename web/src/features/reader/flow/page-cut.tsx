import type { Box, PageText } from '@vesalius/contract/reader-text';
import { useTranslation } from 'react-i18next';
import type { PageEngine } from '../engine/page-engine.ts';
import { Icon } from '../icons.tsx';
import { useReader } from '../model/reader-model.ts';
import { SteadyImage } from '../steady-image.tsx';
import classes from './flow.module.css';
import own from './page-cut.module.css';

/** A part of a page image, wherever it is shown. */
interface Cut {
  readonly box: Box;
  readonly page: number;
  /** Width by height, as printed. */
  readonly ratio: number;
  readonly alt: string;
}

/** As it is shown large, above the pages. */
export interface EnlargedFigure extends Cut {
  readonly kind: 'figure' | 'table';
  readonly caption: string;
}

/** A part of the double-size page image, never wider than the text; a button shows it large. */
export function PageCut({
  box,
  text,
  engine,
  page,
  alt,
  kind,
  caption,
}: {
  box: Box;
  text: PageText;
  engine: PageEngine;
  page: number;
  alt: string;
  kind: EnlargedFigure['kind'];
  /** Empty where nothing tells which one it is. */
  caption: string;
}) {
  const { t } = useTranslation('reader');
  const { enlarge } = useReader('overlays');
  const [, , width, height] = box;
  const ratio = (width * text.width) / (height * text.height);
  const name = caption ? t(`text.enlarge.${kind}Of`, { caption }) : t(`text.enlarge.${kind}`);
  return (
    <div
      className={classes.cutSpace}
      data-whole="with next"
      // As large as the printed figure at double size.
      style={{ maxWidth: `${Math.round(width * text.width * 2)}px` }}
    >
      <div className={classes.cut} style={{ aspectRatio: ratio, '--ratio': ratio } as React.CSSProperties}>
        <CutImage box={box} page={page} alt={alt} engine={engine} />
      </div>
      <button
        type="button"
        className={own.enlarge}
        aria-label={name}
        onClick={() => enlarge({ box, page, ratio, alt, kind, caption })}
      >
        <Icon name="enlarge" />
      </button>
    </div>
  );
}

/** Fills its box with that part of the page image. */
export function CutImage({
  box: [x, y, width, height],
  page,
  alt,
  engine,
}: Omit<Cut, 'ratio'> & { engine: PageEngine }) {
  const percent = (value: number) => `${(value * 100).toFixed(3)}%`;
  return (
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
  );
}

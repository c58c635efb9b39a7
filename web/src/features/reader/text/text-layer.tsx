import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { memo } from 'react';
import { CappedMap } from '../../../lib/capped-map.ts';
import classes from '../page.module.css';
import type { ShownHit } from '../search/use-hit-steps.ts';
import { layerTexts } from './layer-texts.ts';
import { ReadingText } from './reading-text.tsx';

/** The font size divided by the height of the font's bounding box. */
const FONT_SIZE_OF_BOX = 0.84;

/** Right-to-left scripts: Hebrew, Arabic and related ones. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * The page's words, invisible, each exactly over its image, for selecting. Laid out once at one pixel per point and
 * scaled as a whole, so that zooming costs nothing. Screen readers get headings and paragraphs instead.
 */
export const TextLayer = memo(function TextLayer({
  text,
  scale,
  language,
  hit = null,
}: {
  text: PageText;
  scale: number;
  language: string;
  hit?: ShownHit | null;
}) {
  return (
    <>
      <ReadingText text={text} language={language} hit={hit} />
      <div
        ref={(layer) => {
          if (layer) layerTexts.set(layer, text);
        }}
        className={classes.textLayer}
        data-text-layer
        aria-hidden="true"
        dir="ltr"
        style={{ width: text.width, height: text.height, transform: `scale(${scale})` }}
      >
        {text.words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
          <Word key={index} word={word} index={index} width={text.width} height={text.height} />
        ))}
      </div>
    </>
  );
});

function Word({
  word,
  index,
  width,
  height,
}: {
  word: PageWord;
  index: number;
  width: number;
  height: number;
}) {
  const [x, y, boxWidth, boxHeight, text, joint] = word;
  const isVertical = boxHeight * height > 2.5 * boxWidth * width && text.length > 2;
  const fontSize = Math.max(1, (isVertical ? boxWidth * width : boxHeight * height) * FONT_SIZE_OF_BOX);
  const stretch = (isVertical ? boxHeight * height : boxWidth * width) / measure(text, fontSize);
  // Aligned at its right edge; the space after it is on its left.
  const isArabic = !isVertical && FROM_THE_RIGHT.test(text);
  return (
    <>
      <span
        data-word={index}
        dir={isArabic ? 'rtl' : undefined}
        style={{
          ...(isArabic
            ? { right: (1 - x - boxWidth) * width, transformOrigin: '100% 0' }
            : { left: x * width }),
          top: y * height,
          fontSize,
          lineHeight: `${(isVertical ? boxWidth * width : boxHeight * height).toFixed(2)}px`,
          transform: isVertical
            ? `translateX(${boxWidth * width}px) rotate(90deg) scaleX(${stretch.toFixed(4)})`
            : `scaleX(${stretch.toFixed(4)})`,
        }}
      >
        {joint ? text : `${text} `}
      </span>
      {joint === 1 && <br />}
    </>
  );
}

const FAMILY = 'sans-serif';
let pen: OffscreenCanvasRenderingContext2D | null | undefined;
const MAX_WIDTHS = 20_000;
const WIDTH_AT_100 = new CappedMap<string, number>(MAX_WIDTHS);

/** The width of a word in the layer's font. Words repeat, so most are measured once per book. */
function measure(text: string, fontSize: number): number {
  let known = WIDTH_AT_100.get(text);
  if (known === undefined) {
    pen ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
    if (pen) pen.font = `100px ${FAMILY}`;
    known = pen?.measureText(text).width || text.length * 50;
    WIDTH_AT_100.set(text, known);
  }
  return (known * fontSize) / 100;
}

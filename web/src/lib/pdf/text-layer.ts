import { withoutOverrides } from '@vesalius/contract/visible-text';
import type { Bidi } from 'bidi-js';
import type { DrawnLine, Paragraph } from './drawn-text.ts';
import type { GlyphlessFont } from './glyphless-font.ts';
import { hasRightToLeft, piecesOf, raised } from './visual-order.ts';

/** From the pixels of a picture to the points of the page that it fills. */
export interface Placing {
  readonly scale: number;
  readonly left: number;
  readonly height: number;
}

/** The library loads only for what it is needed for. */
export async function bidiFor(paragraphs: readonly Paragraph[]): Promise<Bidi | null> {
  const isNeeded = paragraphs.some(({ lines }) => lines.some(({ text }) => hasRightToLeft(text)));
  return isNeeded ? (await import('bidi-js')).default() : null;
}

/**
 * The invisible text of a page over its picture: paragraph n is its marked content n (PDF 32000-1, 14.7.4).
 * What stands beside another paragraph is a line of its own where letters run from the right: PDFium would turn both
 * back together.
 */
export function textLayer(
  paragraphs: readonly Paragraph[],
  { scale, left, height }: Placing,
  font: GlyphlessFont,
  bidi: Bidi | null,
): string {
  let endOfLast: number | undefined;
  const shown = paragraphs.map(({ role, lines }, index) => {
    const pieces = withWholeWords(lines).flatMap((line) => {
      const placed = piecesOf(bidi && endOfLast === line.y ? raised(line) : line, bidi);
      endOfLast = placed.at(-1)?.y;
      return placed;
    });
    const content = pieces.map(({ characters, x, y, size, characterWidth }) =>
      font.show(characters, left + x * scale, height - y * scale, size * scale, characterWidth * scale),
    );
    return `/${role} << /MCID ${index} >> BDC\nBT 3 Tr\n${content.join('\n')}\nET\nEMC`;
  });
  return shown.join('\n');
}

/** What a paragraph says, without marks of direction. */
export const textOf = ({ lines }: Paragraph): string =>
  withWholeWords(lines)
    .map(({ text }) =>
      withoutOverrides(text)
        .replace(/[\u200e\u200f]/g, '')
        .trim(),
    )
    .join(' ');

const BROKEN = /\p{L}-$/u;

/**
 * Lines whose hyphenated names are not broken: readers drop a hyphen at the end of a line, and "Hohenlohe-Langenburg" would
 * not be found. The line above has the whole word.
 */
function withWholeWords(lines: readonly DrawnLine[]): DrawnLine[] {
  const whole: DrawnLine[] = [];
  for (const line of lines) {
    const above = whole.at(-1);
    const [first, space, ...rest] = line.words;
    if (!above || !first || !BROKEN.test(above.text)) {
      whole.push(line);
      continue;
    }
    whole.splice(-1, 1, { ...above, text: above.text + first.text, words: [...above.words, first] });
    if (!space) continue;
    const share = (first.width + space.width) / line.words.reduce((sum, { width }) => sum + width, 0);
    whole.push({
      ...line,
      text: line.text.slice(first.text.length + space.text.length),
      words: rest,
      x: line.direction === 'rtl' ? line.x : line.x + line.width * share,
      width: line.width * (1 - share),
    });
  }
  return whole;
}

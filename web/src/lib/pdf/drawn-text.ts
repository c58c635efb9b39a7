/** A canvas whose words are recorded in reading order, for the text layer of a PDF. */
export interface Paper {
  readonly context: CanvasRenderingContext2D;
  readonly paragraphs: Paragraph[];
}

export interface Paragraph {
  readonly role: 'H1' | 'P' | 'TH' | 'TD';
  /** Of a cell (`TH`, `TD`): its row in the table. */
  readonly row?: number;
  readonly lines: DrawnLine[];
}

/** In pixels of the canvas. */
export interface DrawnLine {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
  /** Of the left end of the baseline. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of the font. */
  readonly size: number;
  /** Words and the spaces between them, with their widths before a line is narrowed. */
  readonly words: readonly { readonly text: string; readonly width: number }[];
}

interface Writing {
  readonly role?: Paragraph['role'] | undefined;
  readonly row?: number | undefined;
  /** The line continues the paragraph of the line before it. */
  readonly continues?: boolean;
  readonly maxWidth?: number;
}

export const paperOf = (context: CanvasRenderingContext2D): Paper => ({ context, paragraphs: [] });

/** Draws a line as `fillText` does, and records it. The canvas must not be rotated. */
export function writeText(
  { context, paragraphs }: Paper,
  text: string,
  x: number,
  y: number,
  { role = 'P', row, continues = false, maxWidth }: Writing = {},
): void {
  if (maxWidth === undefined) context.fillText(text, x, y);
  else context.fillText(text, x, y, maxWidth);
  const cell = row === undefined ? {} : { row };
  if (text.trim() === '') {
    // A row has all its cells, also empty ones.
    if (row !== undefined && !continues) paragraphs.push({ role, ...cell, lines: [] });
    return;
  }
  const widthOf = (part: string) => context.measureText(part).width;
  const width = Math.min(widthOf(text), maxWidth ?? Number.POSITIVE_INFINITY);
  const direction = context.direction === 'rtl' ? 'rtl' : 'ltr';
  const { a, d, e, f } = context.getTransform();
  const line: DrawnLine = {
    text,
    direction,
    x: a * (x - width * shareBefore(context.textAlign, direction)) + e,
    y: d * y + f,
    width: a * width,
    size: d * Number(/([\d.]+)px/.exec(context.font)?.[1] ?? 10),
    words: text
      .split(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/)
      .map((word) => ({ text: word, width: a * widthOf(word) })),
  };
  const last = paragraphs.at(-1);
  if (continues && last) last.lines.push(line);
  else paragraphs.push({ role, ...cell, lines: [line] });
}

/** The share of a line that is left of the point at which it is written. */
function shareBefore(align: CanvasTextAlign, direction: DrawnLine['direction']): 0 | 0.5 | 1 {
  if (align === 'center') return 0.5;
  return align === 'right' || align === (direction === 'rtl' ? 'start' : 'end') ? 1 : 0;
}

/** Lines of at most this width, in the font of the context; a wider word has a line of its own. */
export function wrapToWidth(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const joined = line ? `${line} ${word}` : word;
    if (line && context.measureText(joined).width > width) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return line ? [...lines, line] : lines;
}

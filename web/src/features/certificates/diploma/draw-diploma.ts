import { CERTIFICATE_CANVAS, CERTIFICATE_WRAP } from '@vesalius/contract/constants';
import { type Paper, writeText } from '../../../lib/pdf/drawn-text.ts';
import { SANS, SERIF } from './fonts.ts';
import { drawCircle, drawRingText, drawRosette } from './guilloche.ts';
import { drawQr, type QrModules } from './qr.ts';
import { drawStatements, statementLines, topOfStatements } from './statements.ts';
import { directionOfText } from './text-direction.ts';
import type { DiplomaWords } from './words.ts';
import { wrap } from './wrap.ts';

const { width: WIDTH, height: HEIGHT } = CERTIFICATE_CANVAS;
const CENTRE = WIDTH / 2;
/** The maximum width of a text line inside the frame. */
const MEASURE = 1380;
/** The maximum characters per line of the sentence about requirements. */
const EARNED_WRAP = 100;
const INK = '#1d2523';
const SOFT = '#5b6360';
const PAPER = '#fdfbf6';
const PETROL = '#0f4c53';
const GOLD = '#9a6a1c';

/**
 * Draws the certificate in units of 1750 by 1250, its words in reading order. The caller has scaled the canvas and loaded
 * the fonts.
 */
export function drawDiploma(paper: Paper, words: DiplomaWords, qr: QrModules): void {
  const { context } = paper;
  context.direction = words.rightToLeft ? 'rtl' : 'ltr';
  drawGround(context);
  drawFrame(context);
  const statements = statementLines(context, words);
  // The seal is 212 high and must not touch the first line.
  const foot = Math.min(940, topOfStatements(statements) - 244);
  drawText(paper, words, foot);
  drawFoot(paper, words, qr, foot);
  drawStatements(paper, statements);
}

function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawRosette(context, {
    x: CENTRE,
    y: 520,
    inner: 250,
    outer: 430,
    petals: 18,
    turns: 14,
    color: 'rgba(15, 76, 83, 0.042)',
    lineWidth: 0.9,
  });
}

/** Two lines with a thinner one between them, and a small rosette in each corner. */
function drawFrame(context: CanvasRenderingContext2D): void {
  context.save();
  context.strokeStyle = PETROL;
  for (const [inset, lineWidth] of [
    [42, 3],
    [52, 0.8],
    [78, 0.8],
  ] as const) {
    context.lineWidth = lineWidth;
    context.strokeRect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset);
  }
  context.restore();
  const corner = 65;
  for (const x of [corner, WIDTH - corner])
    for (const y of [corner, HEIGHT - corner]) {
      context.fillStyle = PAPER;
      context.fillRect(x - 24, y - 24, 48, 48);
      drawRosette(context, { x, y, inner: 5, outer: 22, petals: 8, turns: 4, color: PETROL, lineWidth: 0.8 });
      drawCircle(context, { x, y, radius: 23.5, color: PETROL, lineWidth: 0.8 });
    }
}

interface Line {
  readonly text: string;
  readonly font: string;
  readonly color?: string;
  readonly spacing?: string;
  readonly role?: 'H1';
  /** Belongs to the sentence or name of the line before it. */
  readonly continues?: boolean;
  /** The distance of this baseline from the previous one. */
  readonly down: number;
}

/** Draws a centered line, narrowed if it is wider than the maximum (wide scripts, many capitals). */
function drawLine(
  paper: Paper,
  { y, scale }: { y: number; scale: number },
  { text, font, color = INK, spacing, role, continues }: Line,
): void {
  const { context } = paper;
  context.save();
  context.font = font;
  context.fillStyle = color;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.direction = directionOfText(text, context.direction);
  if (spacing && 'letterSpacing' in context) context.letterSpacing = spacing;
  const wide = context.measureText(text).width;
  context.translate(CENTRE, y);
  const fitting = Math.min(scale, MEASURE / wide);
  context.scale(fitting, fitting);
  writeText(paper, text, 0, 0, { role, continues });
  context.restore();
}

/** Font sizes by number of lines: more lines are smaller, so that every name fits. */
const NAME_SIZES = [86, 66, 52, 44, 38, 34] as const;

function linesOf(words: DiplomaWords): Line[] {
  const name = wrap(words.name, CERTIFICATE_WRAP.name);
  const title = wrap(words.title, CERTIFICATE_WRAP.title);
  const earned = wrap(words.earned, EARNED_WRAP);
  const description = wrap(words.description, CERTIFICATE_WRAP.description);
  const size = NAME_SIZES[Math.min(name.length, NAME_SIZES.length) - 1] ?? NAME_SIZES[0];
  // Arabic letters are joined: no letter spacing, and no italics.
  const italic = words.rightToLeft ? '' : 'italic ';
  return [
    {
      text: words.publisher,
      font: `600 ${words.rightToLeft ? 34 : 25}px ${SERIF}`,
      color: PETROL,
      down: 0,
      ...(words.rightToLeft ? {} : { spacing: '13px' }),
    },
    { text: words.heading, font: `400 62px ${SERIF}`, color: PETROL, down: 102, role: 'H1' },
    { text: words.certify, font: `${italic}400 27px ${SERIF}`, color: SOFT, down: 78 },
    ...name.map((text, index) => ({
      text,
      font: `600 ${size}px ${SERIF}`,
      down: index === 0 ? 34 + size * 0.9 : size * 1.12,
      continues: index > 0,
    })),
    { text: words.achieved, font: `${italic}400 27px ${SERIF}`, color: SOFT, down: 76 },
    ...title.map((text, index) => ({
      text,
      font: `600 ${title.length > 2 ? 32 : 38}px ${SERIF}`,
      down: index === 0 ? 62 : 46,
      continues: index > 0,
    })),
    { text: words.work, font: `${italic}400 25px ${SERIF}`, down: 48 },
    { text: words.by, font: `400 22px ${SERIF}`, color: SOFT, down: 34 },
    ...earned.map((text, index) => ({
      text,
      font: `400 21px ${SANS}`,
      down: index === 0 ? 50 : 31,
      continues: index > 0,
    })),
    ...description.slice(0, 4).map((text, index) => ({
      text,
      font: `400 21px ${SANS}`,
      color: SOFT,
      down: index === 0 ? 50 : 31,
      continues: index > 0,
    })),
    { text: words.award, font: `600 34px ${SERIF}`, color: words.isCredit ? GOLD : PETROL, down: 68 },
  ];
}

/** Centers the text block between frame and foot, and scales a long one down. */
function drawText(paper: Paper, words: DiplomaWords, foot: number): void {
  const lines = linesOf(words);
  const top = 140;
  const room = foot - 40 - top;
  const height = lines.reduce((sum, { down }) => sum + down, 0);
  const tight = Math.min(1, (room - 20) / height);
  let y = top + 22 + Math.max(0, (room - height * tight) / 2 - 14);
  for (const [index, line] of lines.entries()) {
    y += line.down * tight;
    drawLine(paper, { y, scale: tight }, line);
    if (index === 0) drawOrnament(paper.context, y + 26 * tight);
  }
}

function drawOrnament(context: CanvasRenderingContext2D, y: number): void {
  context.save();
  context.strokeStyle = GOLD;
  context.fillStyle = GOLD;
  context.lineWidth = 1;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(CENTRE + side * 14, y);
    context.lineTo(CENTRE + side * 120, y);
    context.stroke();
  }
  context.translate(CENTRE, y);
  context.rotate(Math.PI / 4);
  context.fillRect(-3.5, -3.5, 7, 7);
  context.restore();
}

/** Date and issuer at the start, the seal in the middle, number and QR code at the end. */
function drawFoot(paper: Paper, words: DiplomaWords, qr: QrModules, top: number): void {
  const { context } = paper;
  const mirrored = words.rightToLeft;
  const at = (x: number) => (mirrored ? WIDTH - x : x);
  const label = (text: string, value: string, x: number, y: number, width: number) => {
    context.save();
    context.textAlign = mirrored ? 'right' : 'left';
    context.font = `400 17px ${SANS}`;
    context.fillStyle = SOFT;
    writeText(paper, text, at(x), y, { maxWidth: width });
    context.font = `600 25px ${SERIF}`;
    context.fillStyle = INK;
    context.direction = directionOfText(value, context.direction);
    writeText(paper, value, at(x), y + 34, { maxWidth: width });
    context.restore();
  };
  for (const [index, { label: text, day }] of words.dates.entries())
    label(text, day, 150 + index * 265, top + 62, 250);
  label(words.issuedByLabel, words.issuedBy, 150, top + 142, 520);

  drawSeal(context, words, top + 108);

  const side = 152;
  const left = mirrored ? 150 : WIDTH - 150 - side;
  drawQr(context, qr, { x: left, y: top + 34, side, color: INK });
  context.save();
  context.textAlign = 'end';
  const end = mirrored ? left + side + 24 : left - 24;
  context.font = `400 17px ${SANS}`;
  context.fillStyle = SOFT;
  writeText(paper, words.numberLabel, end, top + 62);
  context.font = `600 23px ${SANS}`;
  context.fillStyle = INK;
  writeText(paper, words.number, end, top + 95);
  context.font = `400 17px ${SANS}`;
  context.fillStyle = SOFT;
  writeText(paper, words.check, end, top + 142, { maxWidth: 420 });
  context.font = `400 14px ${SANS}`;
  writeText(paper, words.address.replace(/^https?:\/\//, ''), end, top + 170, { maxWidth: 420 });
  context.restore();
}

function drawSeal(context: CanvasRenderingContext2D, words: DiplomaWords, y: number): void {
  const color = words.isCredit ? GOLD : PETROL;
  const x = CENTRE;
  drawRosette(context, { x, y, inner: 88, outer: 104, petals: 44, turns: 5, color, lineWidth: 0.9 });
  drawCircle(context, { x, y, radius: 84, color, lineWidth: 1.6 });
  drawCircle(context, { x, y, radius: 56, color, lineWidth: 0.9 });
  drawRingText(context, { x, y, radius: 70, text: words.sealRing, font: `600 14.5px ${SANS}`, color });
  drawRosette(context, {
    x,
    y,
    inner: 26,
    outer: 52,
    petals: 12,
    turns: 8,
    color: `${color}55`,
    lineWidth: 0.7,
  });
  context.save();
  context.direction = 'ltr';
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.font = `600 58px ${SERIF}`;
  context.fillStyle = color;
  context.fillText('V', x, y + 20);
  context.restore();
}

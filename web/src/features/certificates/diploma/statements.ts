import { CERTIFICATE_CANVAS } from '@vesalius/contract/constants';
import { type Paper, wrapToWidth, writeText } from '../../../lib/pdf/drawn-text.ts';
import { SANS } from './fonts.ts';
import { directionOfText } from './text-direction.ts';
import type { DiplomaWords } from './words.ts';

const { width: WIDTH, height: HEIGHT } = CERTIFICATE_CANVAS;
const FONT = `400 15px ${SANS}`;
const COLOR = '#5b6360';
const MAX_WIDTH = 1440;
const LINE_HEIGHT = 21;
/** Of the last line. */
const BASELINE = HEIGHT - 104;

export interface StatementLine {
  readonly text: string;
  readonly direction: CanvasDirection;
  readonly continues: boolean;
}

/** Seven at most. */
export function statementLines(
  context: CanvasRenderingContext2D,
  { statements }: DiplomaWords,
): StatementLine[] {
  context.font = FONT;
  return statements
    .flatMap((statement) => {
      const direction = directionOfText(statement, context.direction);
      const lines = wrapToWidth(context, statement, MAX_WIDTH);
      return lines.map((text, index) => ({ text, direction, continues: index > 0 }));
    })
    .slice(0, 7);
}

/** The baseline of the first line, or of the last one if there is none. */
export const topOfStatements = (lines: readonly StatementLine[]): number =>
  BASELINE - Math.max(0, lines.length - 1) * LINE_HEIGHT;

/** The provider's statements in small type at the bottom. */
export function drawStatements(paper: Paper, lines: readonly StatementLine[]): void {
  const { context } = paper;
  context.save();
  context.font = FONT;
  context.fillStyle = COLOR;
  context.textAlign = 'center';
  lines.forEach(({ text, direction, continues }, index) => {
    context.direction = direction;
    writeText(paper, text, WIDTH / 2, BASELINE - (lines.length - 1 - index) * LINE_HEIGHT, { continues });
  });
  context.restore();
}

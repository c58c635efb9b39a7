import type { Transcript } from '@vesalius/contract/certificates';
import type { TFunction } from 'i18next';
import { formatDate, formatNumber } from '../../../lib/formats.ts';
import { type Paper, writeText } from '../../../lib/pdf/drawn-text.ts';
import { A4 } from '../../../lib/pdf/picture-pdf.ts';
import { SANS, SERIF } from '../diploma/fonts.ts';
import { directionOfText, isolated } from '../diploma/text-direction.ts';
import { editionName } from '../edition.ts';

export const ROWS_PER_SHEET = 18;
const MARGIN = 48;
const ROW_HEIGHT = 32;
const INK = '#1d2523';
const SOFT = '#5b6360';
const PETROL = '#0f4c53';

export interface SheetContent {
  readonly transcript: Transcript;
  readonly sheet: number;
  readonly sheets: number;
  readonly address: string;
  readonly t: TFunction<'certificates'>;
  readonly language: string;
}

/** The start (text) or end (numbers) of the columns, from the start of the line. */
const COLUMNS = { date: 0, activity: 82, hours: 346, credits: 394, number: 410 } as const;

export function drawTranscriptSheet(paper: Paper, content: SheetContent): void {
  const { context } = paper;
  const { transcript, sheet, sheets, address, t, language } = content;
  const mirrored = language === 'ar';
  const at = (x: number) => (mirrored ? A4.width - MARGIN - x : MARGIN + x);
  context.direction = mirrored ? 'rtl' : 'ltr';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, A4.width, A4.height);
  const write = (text: string, x: number, y: number, style: Partial<Style> = {}) =>
    writeStyled(paper, text, at(x), y, style);

  write(t('diploma.publisher'), 0, 62, { font: `600 10px ${SERIF}`, color: PETROL });
  write(t('transcript.heading'), 0, 92, {
    font: `400 22px ${SERIF}`,
    color: PETROL,
    role: 'H1',
  });
  writeName(paper, t('transcript.of', { name: transcript.user_name }), at(0), 116);
  const issued = t('transcript.issued', { date: formatDate(transcript.issued_at, language) });
  write(issued, 0, 134, { color: SOFT });

  const top = 172;
  const head = { font: `600 8.5px ${SANS}`, color: SOFT, role: 'TH', row: 0 } as const;
  for (const column of ['date', 'activity', 'hours', 'credits', 'number'] as const) {
    const align = column === 'hours' || column === 'credits' ? 'end' : 'start';
    write(t(`transcript.${column}`), COLUMNS[column], top, { ...head, align });
  }
  rule(context, top + 8, 1);

  const rows = transcript.entries.slice((sheet - 1) * ROWS_PER_SHEET, sheet * ROWS_PER_SHEET);
  rows.forEach((entry, index) => {
    const y = top + 24 + index * ROW_HEIGHT;
    const cell = { role: 'TD', row: index + 1 } as const;
    write(formatDate(entry.submission_date, language), COLUMNS.date, y, cell);
    write(entry.certificate_title, COLUMNS.activity, y, { ...cell, font: `600 9.5px ${SERIF}`, width: 226 });
    const edition = editionName(entry.book_version, t);
    write(`${entry.book_title}, ${edition}`, COLUMNS.activity, y + 12, {
      color: SOFT,
      width: 226,
      continues: true,
    });
    const credit = entry.certificate_type === 'credit';
    const hours = credit ? '' : formatNumber(entry.hours_of_participation, language);
    const credits = entry.credits_claimed === null ? '–' : formatNumber(entry.credits_claimed, language);
    write(hours, COLUMNS.hours, y, { ...cell, align: 'end' });
    write(credit ? credits : '', COLUMNS.credits, y, { ...cell, align: 'end' });
    write(entry.certificate_unique_id, COLUMNS.number, y, { ...cell, font: `400 7.5px ${SANS}` });
    rule(context, y + 18, 0.4);
  });

  if (sheet === sheets) {
    const y = top + 28 + rows.length * ROW_HEIGHT;
    const strong = { font: `600 10px ${SANS}`, role: 'TD', row: rows.length + 1 } as const;
    write('', COLUMNS.date, y, strong);
    write(t('transcript.total'), COLUMNS.activity, y, strong);
    write(formatNumber(transcript.total_hours, language), COLUMNS.hours, y, { ...strong, align: 'end' });
    const credits = formatNumber(transcript.total_credits_claimed, language);
    write(credits, COLUMNS.credits, y, { ...strong, align: 'end' });
    write('', COLUMNS.number, y, strong);
  }
  write(t('transcript.check', { address: isolated(address) }), 0, A4.height - 40, {
    color: SOFT,
    font: `400 7.5px ${SANS}`,
  });
  const pageOf = t('transcript.pageOf', { page: sheet, pages: sheets });
  write(pageOf, A4.width - 2 * MARGIN, A4.height - 40, {
    color: SOFT,
    font: `400 7.5px ${SANS}`,
    align: 'end',
  });
}

interface Style {
  readonly font: string;
  readonly color: string;
  readonly align: 'start' | 'end';
  /** Longer text is cut with an ellipsis. */
  readonly width: number;
  readonly role: 'H1' | 'P' | 'TH' | 'TD';
  /** Of a cell. */
  readonly row: number;
  /** The line continues the cell of the line before it. */
  readonly continues: boolean;
}

function writeStyled(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  { font = `400 9px ${SANS}`, color = INK, align = 'start', width, ...rest }: Partial<Style>,
): void {
  const { context } = paper;
  context.font = font;
  context.fillStyle = color;
  const fromRight = (context.direction === 'rtl') === (align === 'start');
  context.save();
  context.textAlign = fromRight ? 'right' : 'left';
  context.direction = directionOfText(text, context.direction);
  let shown = text;
  while (width && shown.length > 1 && context.measureText(shown).width > width)
    shown = `${shown.slice(0, -2).trimEnd()}…`;
  writeText(paper, shown, x, y, rest);
  context.restore();
}

/** A name is never cut: a long one is written smaller, so that it fits. */
function writeName(paper: Paper, text: string, x: number, y: number): void {
  const { context } = paper;
  const size = 14;
  context.font = `600 ${size}px ${SERIF}`;
  const wide = context.measureText(text).width;
  const fitting = Math.min(size, (size * (A4.width - 2 * MARGIN)) / wide);
  writeStyled(paper, text, x, y, { font: `600 ${fitting}px ${SERIF}` });
}

function rule(context: CanvasRenderingContext2D, y: number, lineWidth: number): void {
  context.strokeStyle = PETROL;
  context.lineWidth = lineWidth;
  context.beginPath();
  context.moveTo(MARGIN, y);
  context.lineTo(A4.width - MARGIN, y);
  context.stroke();
}

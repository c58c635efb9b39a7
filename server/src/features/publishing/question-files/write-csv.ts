import { stringify } from 'csv-stringify/sync';
import type { ManifestQuestion } from '../manifest-questions.ts';
import { letterOf } from './table-columns.ts';

/** With fewer columns the template would suggest that no more choices are possible. */
const MIN_CHOICES = 4;

/**
 * Writes a table that `readQuestionTable` reads back as the same questions; pictures by their names. Cells that a
 * spreadsheet would evaluate get a quote in front, and so do cells that already look quoted. The byte order mark lets
 * spreadsheets read Arabic.
 */
export function writeCsv(questions: readonly ManifestQuestion[]): string {
  const count = Math.max(MIN_CHOICES, ...questions.map(({ choices }) => choices.length));
  const letters = Array.from({ length: count }, (_none, index) => letterOf(index));
  const hasPicture = (index: number) => questions.some(({ choices }) => choices[index]?.image !== undefined);
  const pictured = letters
    .map((letter, index) => ({ letter, index }))
    .filter(({ index }) => hasPicture(index));
  const headings = [
    ...['key', 'question', ...letters, 'correct', 'justification', 'page', 'section', 'keep_order'],
    ...['image', 'justification_image', ...pictured.map(({ letter }) => `image ${letter}`)],
  ];
  const rows = questions.map((question) => [
    question.key,
    question.question,
    ...letters.map((_letter, index) => question.choices[index]?.answer),
    letterOf(question.choices.findIndex(({ correct }) => correct)),
    question.justification,
    question.page,
    question.section,
    question.keep_order === undefined ? undefined : String(question.keep_order),
    question.image,
    question.justification_image,
    ...pictured.map(({ index }) => question.choices[index]?.image),
  ]);
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? keepQuotes(cell) : cell)));
  return stringify([headings, ...cells], { bom: true, quoted_string: true, escape_formulas: true });
}

/** A text that already looks quoted gets one more quote, so that reading removes exactly what writing added. */
const keepQuotes = (text: string): string =>
  /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;

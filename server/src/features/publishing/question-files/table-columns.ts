import type { TableRow } from '../../../platform/spreadsheet/read-table.ts';

const FIELDS = [
  'key',
  'question',
  'correct',
  'justification',
  'page',
  'section',
  'keep_order',
  'image',
  'justification_image',
] as const;
export type Field = (typeof FIELDS)[number];

/** The column of each part of a question, counted from 0. */
export interface TableColumns {
  readonly fields: Readonly<Partial<Record<Field, number>>>;
  readonly choices: readonly {
    readonly letter: string;
    readonly text: number | null;
    readonly image: number | null;
  }[];
  /** In the template the right answer is always a letter. */
  readonly isTemplate: boolean;
  /** Columns with unknown headings. */
  readonly unknown: readonly { readonly column: number; readonly heading: string }[];
}

const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  key: ['key', 'id', 'identifier', 'name', 'questionid', 'questionname', 'questionkey', 'title'],
  question: ['question', 'questiontext', 'text', 'stem', 'prompt', 'item', 'frage', 'pregunta', 'السؤال'],
  correct: [
    ...['correct', 'correctanswer', 'correctanswers', 'correctchoice', 'correctoption', 'correctresponse'],
    ...['right', 'rightanswer', 'answer', 'answers', 'answerkey', 'solution', 'richtigeantwort', 'respuesta'],
    ...['الجواب', 'الاجابةالصحيحة', 'الإجابةالصحيحة'],
  ],
  justification: [
    ...['justification', 'explanation', 'rationale', 'feedback', 'generalfeedback', 'comment', 'reason'],
    ...['erklarung', 'explicacion', 'الشرح'],
  ],
  page: ['page', 'pagenumber', 'seite', 'pagina', 'الصفحة'],
  section: ['section', 'sectionkey'],
  keep_order: ['keeporder'],
  image: ['image', 'picture', 'questionimage'],
  justification_image: ['justificationimage', 'explanationimage'],
};
const CHOICE =
  /^(?:answer|answers|option|choice|alternative|response|antwort|opcion)?(?:([a-z])|(\d{1,2}))(?:max\d+characters)?$/;
const CHOICE_IMAGE = /^(?:image|picture)([a-z])$/;

const plain = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '');
const fieldOf = (heading: string): Field | undefined =>
  FIELDS.find((field) => HEADINGS[field].some((word) => plain(word) === plain(heading)));

/** A row of headings names the question and at least one other column. */
export const isHeadings = ({ cells }: TableRow): boolean =>
  cells.some((cell) => fieldOf(cell) === 'question') &&
  cells.filter((cell) => fieldOf(cell) !== undefined || CHOICE.test(plain(cell))).length > 1;

/** Finds the columns by their headings. */
export function namedColumns({ cells }: TableRow, rows: readonly TableRow[]): TableColumns {
  const fields: Partial<Record<Field, number>> = {};
  const letters = new Map<string, number>();
  const numbers = new Map<string, number>();
  const images = new Map<string, number>();
  const unknown: { column: number; heading: string }[] = [];
  for (const [column, heading] of cells.entries()) {
    const word = plain(heading);
    const field = fieldOf(heading);
    const [, letter, number] = CHOICE.exec(word) ?? [];
    const [, imageLetter] = CHOICE_IMAGE.exec(word) ?? [];
    if (field && fields[field] === undefined) fields[field] = column;
    else if (letter && !letters.has(letter)) letters.set(letter, column);
    else if (number && !numbers.has(number)) numbers.set(number, column);
    else if (imageLetter) images.set(imageLetter, column);
    else if (heading !== '') unknown.push({ column, heading });
  }
  const hasLetters = letters.size > 1;
  // "Answer 1" beside columns A to D names the right choice.
  const firstNumber = [...numbers][0];
  if (hasLetters && fields.correct === undefined && firstNumber) {
    fields.correct = firstNumber[1];
    numbers.delete(firstNumber[0]);
  }
  if (hasLetters)
    for (const column of numbers.values()) unknown.push({ column, heading: cells[column] ?? '' });
  else for (const column of letters.values()) unknown.push({ column, heading: cells[column] ?? '' });
  // "Key" may also be the heading of the right answers.
  if (fields.correct === undefined && fields.key !== undefined && areLetters(rows, fields.key)) {
    fields.correct = fields.key;
    delete fields.key;
  }
  const named = hasLetters
    ? [...letters].sort(([a], [b]) => (a < b ? -1 : 1))
    : [...numbers].sort(([a], [b]) => Number(a) - Number(b));
  const order = hasLetters
    ? [...new Set([...letters.keys(), ...images.keys()])].sort()
    : named.map(([name]) => name);
  return {
    fields,
    choices: order.map((name, index) => ({
      letter: hasLetters ? name.toUpperCase() : letterOf(index),
      text: (hasLetters ? letters : numbers).get(name) ?? null,
      image: images.get(name) ?? null,
    })),
    isTemplate: cells[0] === 'key' && cells[1] === 'question' && cells.includes('correct'),
    unknown,
  };
}

export const letterOf = (index: number): string => String.fromCharCode(65 + index);

const areLetters = (rows: readonly TableRow[], column: number): boolean =>
  rows.every(({ cells }) => /^[A-Za-z]?$/.test(cells[column] ?? ''));

/**
 * Guesses columns without headings: optionally a number, then the question, its choices, and the letter of the right
 * one if no choice has a star.
 */
export function guessedColumns(rows: readonly TableRow[]): TableColumns {
  const sample = rows.slice(0, 50);
  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const areNumbers = sample.every(({ cells }) => /^\d{1,5}[.)]?$/.test(cells[0] ?? ''));
  const question = areNumbers ? 1 : 0;
  const hasStars = sample.some(({ cells }) => cells.slice(question + 1).some((cell) => cell.startsWith('*')));
  const filled = Array.from({ length: width }, (_none, column) => column).filter((column) =>
    sample.some(({ cells }) => (cells[column] ?? '') !== ''),
  );
  const last = filled.at(-1) ?? 0;
  const correct =
    !hasStars && last > question && sample.every(({ cells }) => /^(?:[A-Za-z]|\d)?$/.test(cells[last] ?? ''))
      ? last
      : null;
  const columns = filled.filter((column) => column > question && column !== correct);
  return {
    fields: { question, ...(correct !== null && { correct }) },
    choices: columns.map((text, index) => ({ letter: letterOf(index), text, image: null })),
    isTemplate: false,
    unknown: [],
  };
}

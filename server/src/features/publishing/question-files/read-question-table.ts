import { MAX_QUESTIONS } from '@vesalius/contract/assessments-limits';
import { readTable, type TableRow } from '../../../platform/spreadsheet/read-table.ts';
import { plainLines, type RichText, richText, shorten } from './plain-text.ts';
import type { QuestionEntry } from './question-entry.ts';
import { type QuestionFile, QuestionFileRefused } from './question-file.ts';
import { isKey, QuestionList, tooManyQuestions } from './question-list.ts';
import { type Field, guessedColumns, isHeadings, namedColumns, type TableColumns } from './table-columns.ts';

/** The maximum of rows above the headings: a title, a date, a hint how to fill in the table. */
const TITLE_ROWS = 10;
/** Longer than the longest field of a question: a cell that is truncated here is too long and is refused. */
const MAX_CELL_LENGTH = 10_000;

/**
 * Reads a table with one question per row, by its headings, or in the column order that teachers use without
 * headings.
 */
export async function readQuestionTable(bytes: Uint8Array): Promise<QuestionFile> {
  const { source, rows } = await readTable(bytes, {
    maxRows: MAX_QUESTIONS + TITLE_ROWS + 2,
    maxCellLength: MAX_CELL_LENGTH,
    isWanted: (sheet) => sheet.slice(0, TITLE_ROWS).some(isHeadings),
    sender: '',
  });
  const list = new QuestionList(source === 'Excel' ? 'Excel' : 'CSV');
  const headingsAt = rows.slice(0, TITLE_ROWS).findIndex(isHeadings);
  const headings = rows[headingsAt];
  const body = rows.slice(headingsAt + 1);
  if (body.length === 0) throw new QuestionFileRefused('There is no question in the table.');
  if (body.length > MAX_QUESTIONS) throw tooManyQuestions();
  const columns = headings ? namedColumns(headings, body) : guessedColumns(body);
  if (columns.choices.length < 2)
    throw new QuestionFileRefused(
      'The table has no columns for the choices. Name its columns "question", "A", "B", "C", "D" and "correct".',
    );
  for (const { column, heading } of columns.unknown)
    if (body.some(({ cells }) => cells[column]))
      list.say('left_out', `The column "${shorten(heading)}" is left out: a question has no place for it.`);
  if (!headings) tellGuess(list, columns);
  for (const row of body) await readRow(list, columns, row);
  return list.result();
}

function tellGuess(list: QuestionList, { fields, choices }: TableColumns): void {
  const right = fields.correct === undefined ? 'choices with a star' : `column ${fields.correct + 1}`;
  list.say(
    'check',
    `The table has no headings: column ${(fields.question ?? 0) + 1} is read as the question, ${choices.length} columns as its choices, and ${right} as the right answer.`,
  );
}

async function readRow(list: QuestionList, columns: TableColumns, { row, cells }: TableRow): Promise<void> {
  const cellAt = (column: number | null | undefined): string => {
    const cell = (column === null || column === undefined ? '' : cells[column]) ?? '';
    // Our export adds a quote so that spreadsheets do not evaluate the text.
    return columns.isTemplate ? cell.replace(/^'(?='*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '') : cell;
  };
  const field = (name: Field) => cellAt(columns.fields[name]);
  const entry = list.begin({ title: field('question'), line: row });
  const given = columns.choices
    .map(({ letter, text, image }) => ({ letter, text: cellAt(text), image: cellAt(image) }))
    .filter(({ text, image }) => text !== '' || image !== '');
  const answer = field('correct');
  const isBoolean = given.length === 0 && /^(?:t|f|true|false)$/i.test(answer);
  const choices = isBoolean
    ? ['True', 'False'].map((text, index) => ({ letter: index === 0 ? 'A' : 'B', text, image: '' }))
    : withoutLabels(given);
  const stars = choices.filter(({ text }) => text.startsWith('*'));
  const hasStars = answer === '' && stars.length > 0;
  const right = hasStars
    ? stars.map(({ letter }) => letter)
    : rightLetters(
        entry,
        isBoolean ? `${answer}`.replace(/^t.*/i, 'A').replace(/^f.*/i, 'B') : answer,
        choices,
        columns,
      );
  const key = field('key');
  const ownKey = key !== '' && isKey(key);
  if (key !== '' && !ownKey && columns.isTemplate)
    entry.refuse(`The key "${shorten(key)}" is none; use lower-case letters, digits and hyphens.`);
  await entry.finish(
    {
      key: ownKey ? key : null,
      name: key,
      content: withPicture(field('question'), field('image'), columns),
      choices: choices.map(({ letter, text, image }) => ({
        content: withPicture(hasStars ? text.replace(/^\*\s*/, '') : text, image, columns),
        isCorrect: right.includes(letter),
      })),
      justification: withPicture(field('justification'), field('justification_image'), columns),
      page: readNumber(entry, field('page')),
      section: field('section') || undefined,
      keepOrder: readBoolean(entry, field('keep_order')),
    },
    async (name) => ({ named: name }),
  );
}

interface Choice {
  readonly letter: string;
  readonly text: string;
  readonly image: string;
}

/** Removes labels such as "A) aorta", "B) vein", if each choice has one. */
function withoutLabels(choices: readonly Choice[]): Choice[] {
  const label = /^\(?([A-Za-z])[.):]\s+/;
  const areLabeled =
    choices.length > 1 &&
    choices.every(({ letter, text }) => label.exec(text)?.[1]?.toUpperCase() === letter);
  return choices.map((choice) => (areLabeled ? { ...choice, text: choice.text.replace(label, '') } : choice));
}

/** Finds the right choice by its letter; outside of the template also by its number or its text. */
function rightLetters(
  entry: QuestionEntry,
  answer: string,
  choices: readonly Choice[],
  { isTemplate }: TableColumns,
): string[] {
  if (answer === '') return [];
  const byLetter = choices.filter(({ letter }) => letter === answer.replace(/[.)]$/, '').toUpperCase());
  if (isTemplate && byLetter.length > 0) return byLetter.map(({ letter }) => letter);
  const byWords = choices.filter(({ text }) => text.toLowerCase() === answer.toLowerCase());
  const byNumber = /^\d$/.test(answer) ? choices.slice(Number(answer) - 1, Number(answer)) : [];
  const candidates = new Set((isTemplate ? [] : [byLetter, byWords, byNumber]).flat());
  const [choice] = candidates;
  if (candidates.size === 1 && choice) return [choice.letter];
  const shown = shorten(answer);
  if (candidates.size > 1)
    entry.refuse(
      `Its right answer "${shown}" may mean more than one choice; write a letter as no choice is called.`,
    );
  else if (/^[A-Za-z\d](?:\s*[,;&+/]\s*[A-Za-z\d])+$/.test(answer))
    entry.refuse(`Its right answers are "${shown}"; a question here has exactly one, so it cannot be taken.`);
  else entry.refuse(`Its right answer "${shown}" is none of its choices; write the letter of one.`);
  return [];
}

/** The template contains texts of the product, which shows formulas as written. */
const withPicture = (text: string, image: string, { isTemplate }: TableColumns): RichText =>
  isTemplate ? richText(text, image) : { ...plainLines(text), pictures: richText('', image).pictures };

function readNumber(entry: QuestionEntry, text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,6}(?:\.0+)?$/.test(text)) return Number(text);
  entry.refuse(`The page "${shorten(text)}" is no number.`);
  return undefined;
}

function readBoolean(entry: QuestionEntry, text: string): boolean | undefined {
  if (text === '') return undefined;
  if (/^(?:true|yes|1)$/i.test(text)) return true;
  if (/^(?:false|no|0)$/i.test(text)) return false;
  entry.refuse(`"${shorten(text)}" is no answer to keep_order; write true or false.`);
  return undefined;
}

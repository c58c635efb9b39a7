import { fieldText } from '@vesalius/contract/field-text';
import type { PeopleFile } from '@vesalius/contract/people-import';
import {
  FILE_COLUMNS,
  type FileColumn,
  IMPORT_FILE_MAX_ROWS,
  missingColumns,
} from '@vesalius/contract/people-import-limits';
import { FILE_MESSAGES } from '@vesalius/contract/people-import-messages';
import { readTable, type TableRow } from '../../../platform/spreadsheet/read-table.ts';
import { refuseFile } from '../../../platform/spreadsheet/unreadable-file.ts';
import { cutText } from '../../../platform/storable-text.ts';
import { divideName } from './divide-name.ts';
import type { ReadPeople } from './people-file-protocol.ts';

/** Longer than any value about a person. */
const MAX_CELL_LENGTH = 1000;
/** How many title rows may precede the headings. */
const TITLE_ROWS = 10;

const isPerson = ({ cells }: TableRow) => cells.some((cell) => cell.includes('@'));

export type ColumnChoices = Readonly<Partial<Record<FileColumn, number | undefined>>>;

/**
 * Reads the people of a CSV or Excel file. Columns that are not chosen are guessed from their headings; without an address and
 * a name there are no rows yet. For files of users call `readPeopleFileApart`. Throws `UnreadableFile`.
 */
export async function readPeopleFile(bytes: Buffer, chosen: ColumnChoices): Promise<ReadPeople> {
  // One more row for the headings, and one to detect too many rows.
  const maxRows = IMPORT_FILE_MAX_ROWS + 2;
  const { source, rows: all } = await readTable(bytes, {
    maxRows,
    maxCellLength: MAX_CELL_LENGTH,
    isWanted: (sheet) => sheet.some(isPerson),
    // The process reads for one sender at a time.
    sender: '',
  });
  if (all.length === 0) return refuseFile(FILE_MESSAGES.nobody);
  const headingsAt = findHeadings(all);
  const headings = headingsAt === null ? null : (all[headingsAt]?.cells ?? null);
  const rows = all.slice(headingsAt === null ? 0 : headingsAt + 1);
  if (rows.length === 0) refuseFile(FILE_MESSAGES.nobody);
  if (rows.length > IMPORT_FILE_MAX_ROWS)
    refuseFile(fieldText('tooManyPeople', { count: IMPORT_FILE_MAX_ROWS }));
  const width = Math.max(...all.slice(0, 100).map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_none, column) => ({
    name: headings?.[column] || letterOf(column),
    example: cutText(rows.find(({ cells }) => cells[column])?.cells[column] ?? '', 100),
  }));
  const mapping = mapColumns(headings, rows, chosen);
  for (const field of FILE_COLUMNS) {
    const column = mapping[field] ?? 0;
    if (column > width) refuseFile(fieldText('noSuchColumn', { number: column }));
  }
  const cellOf = ({ cells }: TableRow, column: number | null) => (column && cells[column - 1]) || '';
  const namesOf = (row: TableRow) =>
    mapping.full_name === null
      ? { first_name: cellOf(row, mapping.first_name), second_name: cellOf(row, mapping.second_name) }
      : divideName(cellOf(row, mapping.full_name));
  return {
    file: { read_as: source, columns, mapping },
    rows:
      missingColumns(mapping).length === 0
        ? rows.map((row) => ({ row: row.row, email: cellOf(row, mapping.email), ...namesOf(row) }))
        : [],
  };
}

/**
 * The index of the heading row; the name of a course or a date may precede it. Without two known headings it is the first row,
 * unless that row is a person; null = no headings.
 */
function findHeadings(rows: readonly TableRow[]): number | null {
  const before = rows.slice(0, TITLE_ROWS + 1);
  const end = before.findIndex(isPerson);
  const known = before
    .slice(0, end < 0 ? undefined : end)
    .findIndex(
      ({ cells }) => FILE_COLUMNS.filter((field) => cells.some((cell) => isHeading(field, cell))).length > 1,
    );
  if (known >= 0) return known;
  return end === 0 ? null : 0;
}

/** Refuses a file without the required columns, when the user can no longer choose them. */
/** The column's name in spreadsheets: A to Z, AA and so on. */
function letterOf(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? letterOf(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Names of the columns in lists of people, without case, accents and non-letters. */
const HEADINGS: Readonly<Record<FileColumn, readonly string[]>> = {
  email: [
    ...['email', 'emailaddress', 'emailid', 'mail', 'mailaddress', 'primaryemail', 'workemail', 'loginid'],
    ...['courriel', 'correo', 'correoelectronico', 'البريدالالكتروني', 'البريد', 'الايميل'],
  ],
  first_name: [
    ...['firstname', 'first', 'givenname', 'given', 'forename', 'fname', 'prenom', 'vorname', 'nombre'],
    'الاسمالاول',
  ],
  second_name: [
    ...['secondname', 'lastname', 'last', 'surname', 'familyname', 'family', 'lname', 'nom', 'nachname'],
    ...['apellido', 'apellidos', 'الاسمالثاني', 'الاسمالاخير', 'اسمالعائلة', 'العائلة', 'اللقب'],
  ],
  full_name: [
    ...['name', 'names', 'fullname', 'studentname', 'participantname', 'displayname', 'nameofstudent'],
    ...['nomcomplet', 'nombrecompleto', 'vollstandigername'],
    ...['الاسم', 'الاسمالكامل', 'الاسمالثلاثي', 'الاسمالرباعي', 'اسمالطالب', 'اسمالمشارك'],
  ],
};
const plain = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
const PLAIN_HEADINGS = Object.fromEntries(
  FILE_COLUMNS.map((field) => [field, new Set(HEADINGS[field].map(plain))]),
) as Record<FileColumn, Set<string>>;

/** Next to a column with one part of a name, such a column holds the other part. */
const OTHER_PART = new Set(['name', 'الاسم'].map((heading) => plain(heading)));

const isHeading = (field: FileColumn, cell: string): boolean => PLAIN_HEADINGS[field].has(plain(cell));

/** Each column is used once: first the chosen ones, then guesses. The parts of a name precede the full name. */
function mapColumns(
  headings: readonly string[] | null,
  rows: readonly TableRow[],
  chosen: ColumnChoices,
): PeopleFile['mapping'] {
  const taken = new Set(FILE_COLUMNS.map((field) => chosen[field]).filter((column) => column !== undefined));
  const find = (isWanted: (heading: string) => boolean): number | null => {
    const index = (headings ?? []).findIndex(
      (heading, column) => !taken.has(column + 1) && isWanted(heading),
    );
    return index < 0 ? null : index + 1;
  };
  const columnOf = (field: FileColumn, among = (heading: string) => isHeading(field, heading)) => {
    const column = chosen[field] ?? find(among);
    if (column !== null) taken.add(column);
    return column;
  };
  let email = columnOf('email');
  if (email === null) {
    const column = findAddresses(rows, taken);
    email = column < 0 ? null : column + 1;
    if (email !== null) taken.add(email);
  }
  if (chosen.full_name) return { email, first_name: null, second_name: null, full_name: chosen.full_name };
  const parts = { first_name: columnOf('first_name'), second_name: columnOf('second_name') };
  const isOtherPart = (heading: string) => OTHER_PART.has(plain(heading));
  if (parts.first_name !== null) parts.second_name ??= columnOf('second_name', isOtherPart);
  else if (parts.second_name !== null) parts.first_name = columnOf('first_name', isOtherPart);
  const isChosen = chosen.first_name !== undefined || chosen.second_name !== undefined;
  const isWhole = (parts.first_name !== null && parts.second_name !== null) || isChosen;
  const fullName = isWhole ? null : columnOf('full_name');
  return fullName === null
    ? { email, ...parts, full_name: null }
    : { email, first_name: null, second_name: null, full_name: fullName };
}

/** The column that contains an address in at least half of the first rows; -1 = none. */
function findAddresses(rows: readonly TableRow[], taken: ReadonlySet<number>): number {
  const sample = rows.slice(0, 50);
  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const counts = Array.from({ length: width }, (_none, column) =>
    taken.has(column + 1) ? 0 : sample.filter(({ cells }) => cells[column]?.includes('@')).length,
  );
  const maxCount = Math.max(...counts);
  return maxCount > 0 && maxCount * 2 >= sample.length ? counts.indexOf(maxCount) : -1;
}

import type { LooseRow } from '@vesalius/contract/programs';
import { ASSIGN_FILE_MAX_ROWS } from '@vesalius/contract/programs-limits';
import { parse } from 'csv-parse/sync';
import { ProductError } from '../../platform/errors.ts';

const COLUMNS = ['email', 'first_name', 'second_name'] as const;
/** Longer than any name or address; a line that never ends must not fill the memory. */
const LONGEST_RECORD = 10_000;

const refuse = (reason: string): never => {
  throw new ProductError('csv_invalid', { fields: { users_file: reason } });
};

/**
 * The students of a CSV file: the first line names the columns, in any order and case, others are left alone. Commas as
 * specified; the semicolons and tabs that some spreadsheets write instead are understood from the header.
 */
export function readStudentsFile(fileName: string, bytes: Buffer): LooseRow[] {
  if (!/\.csv$/i.test(fileName)) refuse('The name of the file does not end in .csv.');
  const text = decode(bytes);
  const firstLine = text.slice(0, LONGEST_RECORD).split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].reduce((best, each) =>
    firstLine.split(each).length > firstLine.split(best).length ? each : best,
  );
  let rows: Record<string, string>[];
  try {
    rows = parse(text, {
      columns: (header: string[]) => header.map(columnName),
      delimiter,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      max_record_size: LONGEST_RECORD,
      to: ASSIGN_FILE_MAX_ROWS + 1,
    });
  } catch (cause) {
    throw new ProductError('csv_invalid', {
      fields: { users_file: `The file could not be read: ${(cause as Error).message}` },
      cause,
    });
  }
  const header = firstLine.split(delimiter).map(columnName);
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) refuse(`Columns are missing: ${missing.join(', ')}.`);
  if (rows.length === 0) refuse('There is no student in the file.');
  if (rows.length > ASSIGN_FILE_MAX_ROWS)
    refuse(`More than ${ASSIGN_FILE_MAX_ROWS} students are in the file.`);
  return rows.map((row) => ({
    email: row.email ?? '',
    first_name: row.first_name ?? '',
    second_name: row.second_name ?? '',
  }));
}

/** "First Name" and first_name are the same column. */
const columnName = (name: string): string =>
  name
    .trim()
    .replace(/^"|"$/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** UTF-8 with or without a mark, and the UTF-16 that spreadsheets call "Unicode text". Anything else is refused. */
function decode(bytes: Buffer): string {
  if (bytes.length === 0) refuse('The file is empty.');
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  if (!utf16 && bytes.includes(0)) refuse('This is not a text file.');
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The file is not encoded as UTF-8. Save it as "CSV UTF-8" and choose it again.');
  }
}

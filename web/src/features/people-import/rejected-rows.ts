import type { ImportedRow } from '@vesalius/contract/people-import';
import { asCsv } from '../../lib/csv.ts';

/** In the columns of an import, so that the corrected file can be imported. */
export const rejectedRowsCsv = (
  rows: readonly ImportedRow[],
  reasonOf: (row: ImportedRow) => string,
): string =>
  asCsv([
    ['row', 'email', 'first_name', 'second_name', 'reason'],
    ...rows.map((row) => [String(row.row), row.email, row.first_name, row.second_name, reasonOf(row)]),
  ]);

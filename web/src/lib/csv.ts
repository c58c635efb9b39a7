import { defuseCell, NEEDS_QUOTES } from '@vesalius/contract/spreadsheet-cell';

function cell(value: string): string {
  const safe = defuseCell(value);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a byte order mark: spreadsheets read it as UTF-8. */
export const asCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

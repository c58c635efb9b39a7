import type { PageWord } from '@vesalius/contract/reader-text';
import type { TableCell } from './tagged-blocks.ts';

/** Boxes are rounded where they are stored, and letters may touch (share of the page). */
const TOLERANCE = 0.002;

/** From where a column begins to where it ends, in reading direction. */
interface Range {
  readonly from: number;
  readonly to: number;
}
interface PlacedCell {
  readonly cell: TableCell;
  readonly range: Range | null;
}
type PlacedRow = readonly PlacedCell[];

export interface TableColumns {
  /** Each row fills every column: empty cells are where the page has them. */
  readonly rows: readonly (readonly TableCell[])[];
  readonly direction: 'ltr' | 'rtl';
}

/**
 * Assigns cells to the columns in which the page prints them: many programs write no tag for an empty cell, nor how
 * many columns a cell spans. Null if a cell could belong to another column. The rows with most cells define the columns.
 */
export function tableColumns(
  rows: readonly (readonly TableCell[])[],
  words: readonly PageWord[],
): TableColumns | null {
  const direction = directionOf(rows, words);
  const placed = rows
    .map((row) => row.map((cell) => ({ cell, range: rangeOf(cell, words, direction === 'rtl') })))
    .filter((row) => row.length > 0);
  const count = Math.max(...placed.map((row) => row.length));
  const columns = columnsFrom(
    placed.filter((row) => row.length === count),
    count,
  );
  if (!columns) return null;
  const firstOfBody = placed.findIndex((row) => row.some(({ cell }) => !cell.isHeader && cell.text !== ''));
  const filled: TableCell[][] = [];
  for (const [index, row] of placed.entries()) {
    // A first row without tags of headings may have them nevertheless.
    const isHead = index === 0 || index < firstOfBody;
    const cells = row.length === count ? row.map(({ cell }) => cell) : filledRow(row, columns, isHead);
    if (!cells) return null;
    filled.push(cells);
  }
  return { rows: filled, direction };
}

function columnsFrom(fullRows: readonly PlacedRow[], count: number): (Range | null)[] | null {
  const columns: (Range | null)[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index += 1) {
    const ranges = fullRows.flatMap((row) => row[index]?.range ?? []).sort((a, b) => a.from - b.from);
    const [first] = ranges;
    let column = first ?? null;
    for (const { from, to } of ranges) {
      // Cells side by side are not in one column.
      if (!column || from > column.to) return null;
      column = { from: column.from, to: Math.max(column.to, to) };
    }
    if (column && column.from < end - TOLERANCE) return null;
    end = column?.to ?? end;
    columns.push(column);
  }
  return columns;
}

function filledRow(row: PlacedRow, columns: readonly (Range | null)[], isHead: boolean): TableCell[] | null {
  if (columns.includes(null)) return null;
  const cells: TableCell[] = [];
  let next = 0;
  let spans = false;
  let isEmptyWithin = false;
  for (const { cell, range } of row) {
    if (!range && cell.text === '') continue;
    const first = columns.findIndex((column) => overlaps(column, range));
    const last = columns.findLastIndex((column) => overlaps(column, range));
    if (first < next) return null;
    if (first > next && next > 0) isEmptyWithin = true;
    cells.push(...emptyCells(first - next), last > first ? { ...cell, span: last - first + 1 } : cell);
    spans ||= last > first;
    next = last + 1;
  }
  if (next < columns.length) isEmptyWithin = true;
  // A short heading of several columns may be above one of them only.
  if (isEmptyWithin && (isHead || spans)) return null;
  return [...cells, ...emptyCells(columns.length - next)];
}

const emptyCells = (count: number): TableCell[] =>
  Array.from({ length: count }, () => ({ isHeader: false, text: '', pairs: [] }));

const overlaps = (column: Range | null, range: Range | null): boolean =>
  column !== null &&
  range !== null &&
  range.from < column.to - TOLERANCE &&
  range.to > column.from + TOLERANCE;

function directionOf(
  rows: readonly (readonly TableCell[])[],
  words: readonly PageWord[],
): TableColumns['direction'] {
  for (const row of rows) {
    const [first, second] = row.flatMap((cell) => rangeOf(cell, words, false) ?? []);
    if (first && second) return second.from < first.from ? 'rtl' : 'ltr';
  }
  return 'ltr';
}

/** Where the words of a cell are on all of its lines; from the right edge in a table that runs to the left. */
function rangeOf({ pairs }: TableCell, words: readonly PageWord[], isRtl: boolean): Range | null {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (const [x, , width] of words.slice(pairs[at], pairs[at + 1])) {
      left = Math.min(left, x);
      right = Math.max(right, x + width);
    }
  if (left > right) return null;
  return isRtl ? { from: 1 - right, to: 1 - left } : { from: left, to: right };
}

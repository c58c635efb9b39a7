import { parseXml } from './parse-xml.ts';
import type { Table, TableRow } from './read-table.ts';
import { openZip } from './read-zip.ts';
import { MAX_COLUMNS } from './table-limits.ts';
import { refuseFile, UnreadableFile } from './unreadable-file.ts';

/** Of the parts that are read, unpacked and together: many times what a sheet of people needs. */
const MAX_UNPACKED_BYTES = 20_000_000;
/** Longer than anything about a person; a text that many cells share must not grow with their number. */
const MAX_CELL_LENGTH = 1000;
/** The last row of Excel. */
const LAST_ROW = 1_048_576;
/** Before the list may stand covers and notes; a workbook with more sheets than this is something else. */
const SHEETS_LOOKED_AT = 10;

/**
 * A sheet of an Excel workbook, as it is shown: formulas by their last result. It is the first visible one with an address
 * of an email in it, and the first visible one that has rows where none has.
 */
export async function readXlsx(bytes: Uint8Array, maxRows: number): Promise<Table> {
  try {
    return { source: 'Excel', rows: await readSheet(bytes, maxRows) };
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    return refuseFile('The Excel file is damaged.', cause);
  }
}

async function readSheet(bytes: Uint8Array, maxRows: number): Promise<readonly TableRow[]> {
  const part = openZip(bytes, MAX_UNPACKED_BYTES);
  const workbook = await part('xl/workbook.xml');
  if (!workbook) return refuseFile('This is not an Excel workbook.');
  const sheets = await listSheets(workbook, await part('xl/_rels/workbook.xml.rels'));
  const strings = await readStrings(await part('xl/sharedStrings.xml'));
  let first: readonly TableRow[] | null = null;
  for (const name of sheets.slice(0, SHEETS_LOOKED_AT)) {
    const sheet = await part(name);
    if (!sheet) continue;
    const rows = await readRows(sheet, strings, maxRows);
    if (rows.some(({ cells }) => cells.some((cell) => cell.includes('@')))) return rows;
    if (first === null || first.length === 0) first = rows;
  }
  return first ?? refuseFile('There is no sheet in the workbook.');
}

/** The parts of the visible sheets in the order of their tabs; another part says which file each one is. */
async function listSheets(workbook: Uint8Array, relations: Uint8Array | undefined): Promise<string[]> {
  const sheets: { id: string; isHidden: boolean }[] = [];
  await parseXml(workbook, {
    open: (name, attributes) => {
      if (name === 'sheet')
        sheets.push({
          id: Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? '',
          isHidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
        });
    },
  });
  const targets = new Map<string, string>();
  if (relations)
    await parseXml(relations, {
      open: (name, { Id, Target }) => {
        if (name === 'Relationship' && Id && Target) targets.set(Id, Target);
      },
    });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const named = (visible.length > 0 ? visible : sheets).flatMap(({ id }) => targets.get(id) ?? []);
  return (named.length > 0 ? named : ['worksheets/sheet1.xml']).map((target) =>
    target.startsWith('/') ? target.slice(1) : `xl/${target}`,
  );
}

/** Cells name their texts by number. Text in several formats is one text; how it is pronounced is none. */
async function readStrings(content: Uint8Array | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (!content) return strings;
  let isText = false;
  let isPhonetic = false;
  await parseXml(content, {
    open: (name) => {
      if (name === 'si') strings.push('');
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    text: (text) => {
      const index = strings.length - 1;
      if (isText) strings[index] = ((strings[index] ?? '') + text).slice(0, MAX_CELL_LENGTH);
    },
  });
  return strings;
}

/** `C` of C7 is column 2. */
const columnOf = (reference: string): number =>
  [...reference.slice(0, 10).replace(/\d+$/, '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

function readRowNumber(text: string | undefined): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= LAST_ROW ? number : null;
}

async function readRows(
  sheet: Uint8Array,
  strings: readonly string[],
  maxRows: number,
): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  let cells: string[] = [];
  let row = 0;
  let cell = { column: -1, type: '', value: '' };
  let isValue = false;
  const shownOf = ({ type, value }: typeof cell): string => {
    if (type === 's') return strings[Number(value)] ?? '';
    return type === 'e' ? '' : value;
  };
  await parseXml(sheet, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = readRowNumber(attributes.r) ?? row + 1;
        cells = [];
        cell = { column: -1, type: '', value: '' };
      } else if (name === 'c') {
        const { r, t = '' } = attributes;
        cell = { column: r ? columnOf(r) : cell.column + 1, type: t, value: '' };
      }
      isValue = name === 'v' || (name === 't' && cell.type === 'inlineStr');
    },
    close: (name) => {
      isValue = false;
      if (name === 'c' && cell.column >= 0 && cell.column < MAX_COLUMNS) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = shownOf(cell).trim();
      }
      if (name === 'row' && rows.length < maxRows) rows.push({ row, cells });
    },
    text: (text) => {
      if (isValue) cell.value = (cell.value + text).slice(0, MAX_CELL_LENGTH);
    },
    isDone: () => rows.length >= maxRows,
  });
  return rows;
}

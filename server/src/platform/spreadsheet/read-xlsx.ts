import { fieldText } from '@vesalius/contract/field-text';
import { FILE_MESSAGES } from '@vesalius/contract/people-import-messages';
import { cutText } from '../storable-text.ts';
import { parseXml, XmlError, type XmlHandlers } from '../xml/parse-xml.ts';
import { openZip, ZipError } from '../zip/read-zip.ts';
import type { Table, TableOptions, TableRow } from './read-table.ts';
import { MAX_COLUMNS } from './table-limits.ts';
import { refuseFile, UnreadableFile } from './unreadable-file.ts';

/**
 * Parts of a workbook nest about ten deep, and a worksheet declares a few dozen namespaces; between two tags is at most one
 * cell, of 32,767 characters.
 */
const XML_LIMITS = { maxDepth: 50, maxAttributes: 200, maxLengthWithoutTag: 400_000 };
const parsePart = (part: Uint8Array, handlers: XmlHandlers) => parseXml(part, handlers, XML_LIMITS);

/** Of all parts that are read, unpacked: many times what a sheet of people or questions needs. */
const MAX_UNPACKED_BYTES = 20_000_000;
/** The last row of Excel. */
const LAST_ROW = 1_048_576;
/** Covers and notes may come before the list; a workbook with more sheets than this is something else. */
const MAX_SHEETS = 10;

/**
 * Reads a sheet of an Excel workbook with its displayed values (formulas by their cached result). Takes the first visible
 * sheet that is wanted; if there is none, the first visible one that has rows.
 */
export async function readXlsx(bytes: Uint8Array, options: TableOptions): Promise<Table> {
  try {
    return { source: 'Excel', rows: await readSheet(bytes, options) };
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    if (cause instanceof ZipError)
      return refuseFile(fieldText('excelFile', { problem: cause.message }), cause);
    if (cause instanceof XmlError && cause.fault === 'limit')
      return refuseFile(FILE_MESSAGES.excelOdd, cause);
    return refuseFile(FILE_MESSAGES.excelDamaged, cause);
  }
}

async function readSheet(bytes: Uint8Array, options: TableOptions): Promise<readonly TableRow[]> {
  const archive = openZip(bytes, MAX_UNPACKED_BYTES);
  const workbook = await archive.read('xl/workbook.xml');
  if (!workbook) return refuseFile(FILE_MESSAGES.notExcel);
  const sheets = await listSheets(workbook, await archive.read('xl/_rels/workbook.xml.rels'));
  const strings = await readStrings(await archive.read('xl/sharedStrings.xml'), options);
  let first: readonly TableRow[] | null = null;
  for (const name of sheets.slice(0, MAX_SHEETS)) {
    const sheet = await archive.read(name);
    if (!sheet) continue;
    const rows = await readRows(sheet, strings, options);
    if (options.isWanted(rows)) return rows;
    if (first === null || first.length === 0) first = rows;
  }
  return first ?? refuseFile(FILE_MESSAGES.noSheet);
}

/** The parts of the visible sheets, in the order of their tabs; the relationships part maps each to its file. */
async function listSheets(workbook: Uint8Array, relations: Uint8Array | undefined): Promise<string[]> {
  const sheets: { id: string; isHidden: boolean }[] = [];
  await parsePart(workbook, {
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
    await parsePart(relations, {
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

/** Cells refer to shared strings by index. Runs with different formatting are joined; phonetic hints are skipped. */
async function readStrings(
  content: Uint8Array | undefined,
  { maxCellLength }: TableOptions,
): Promise<string[]> {
  const strings: string[] = [];
  if (!content) return strings;
  let isText = false;
  let isPhonetic = false;
  await parsePart(content, {
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
      if (isText) strings[index] = cutText((strings[index] ?? '') + text, maxCellLength);
    },
  });
  return strings;
}

/** The index of the column: `C` of C7 is 2. */
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
  { maxRows, maxCellLength }: TableOptions,
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
  await parsePart(sheet, {
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
      if (isValue) cell.value = cutText(cell.value + text, maxCellLength);
    },
    isDone: () => rows.length >= maxRows,
  });
  return rows;
}

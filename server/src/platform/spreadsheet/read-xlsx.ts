import { setImmediate as turn } from 'node:timers/promises';
import { type UnzipFileInfo, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import type { Table, TableRow } from './read-table.ts';
import { refuseFile, UnreadableFile } from './unreadable-file.ts';

/** Of one part of the workbook, unpacked: many times what a sheet of people needs. */
const MAX_PART_BYTES = 30_000_000;
const MAX_COLUMNS = 200;
/** Parsed in slices of this length, between which other requests have their turn. */
const SLICE_LENGTH = 200_000;

const PARTS = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/i;

/** The first visible sheet of an Excel workbook, as it is shown: formulas by their last result. */
export async function readXlsx(bytes: Uint8Array, maxRows: number): Promise<Table> {
  try {
    const parts = unpack(bytes);
    const part = (name: string) => parts.get(name.toLowerCase());
    const workbook = part('xl/workbook.xml');
    if (!workbook) return refuseFile('This is not an Excel workbook.');
    const sheet = part(await findFirstSheet(workbook, part('xl/_rels/workbook.xml.rels')));
    if (!sheet) return refuseFile('There is no sheet in the workbook.');
    const strings = await readStrings(part('xl/sharedStrings.xml'));
    return { source: 'Excel', rows: await readRows(sheet, strings, maxRows) };
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    return refuseFile('The Excel file is damaged.', cause);
  }
}

function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  const filter = ({ name, originalSize }: UnzipFileInfo) => {
    if (!PARTS.test(name)) return false;
    if (originalSize > MAX_PART_BYTES) refuseFile('The Excel file is too large when it is unpacked.');
    return true;
  };
  const parts = Object.entries(unzipSync(bytes, { filter }));
  return new Map(parts.map(([name, content]) => [name.toLowerCase(), content]));
}

type Attributes = Readonly<Record<string, string>>;
interface Handlers {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  readonly isDone?: () => boolean;
}

/** Names without their prefix. Entities other than the five of XML are refused by the parser. */
async function parseXml(content: Uint8Array, { open, close, text, isDone }: Handlers): Promise<void> {
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open(local(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  if (text) parser.on('text', text);
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(content);
  for (let at = 0; at < xml.length && !isDone?.(); at += SLICE_LENGTH) {
    parser.write(xml.slice(at, at + SLICE_LENGTH));
    await turn();
  }
}

/** Sheets are named in the order of their tabs; another part says which file each one is. */
async function findFirstSheet(workbook: Uint8Array, relations: Uint8Array | undefined): Promise<string> {
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
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  let target = 'worksheets/sheet1.xml';
  if (first && relations)
    await parseXml(relations, {
      open: (name, { Id, Target }) => {
        if (name === 'Relationship' && Id === first.id && Target) target = Target;
      },
    });
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
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
      if (isText) strings[strings.length - 1] += text;
    },
  });
  return strings;
}

/** `C` of C7 is column 2. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d+$/, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

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
        row = Number(attributes.r) || row + 1;
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
      if (name === 'c' && cell.column < MAX_COLUMNS) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = shownOf(cell).trim();
      }
      if (name === 'row' && rows.length < maxRows) rows.push({ row, cells });
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    isDone: () => rows.length >= maxRows,
  });
  return rows;
}

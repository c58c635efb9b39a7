import type { Paragraph } from './drawn-text.ts';
import { type PdfFile, textString } from './pdf-file.ts';
import { textOf } from './text-layer.ts';

/** The structure elements of a page: of its marked contents in order, and those that the document has as its children. */
interface PageStructure {
  readonly marked: number[];
  readonly top: number[];
}
interface Table {
  readonly id: number;
  readonly rows: { readonly number: number; readonly id: number; readonly cells: number[] }[];
}

/** What each paragraph of a page is; cells that follow each other are a table (PDF 32000-1, 14.8.4.3.4). */
export function addStructure(
  file: PdfFile,
  paragraphs: readonly Paragraph[],
  { document, page }: { readonly document: number; readonly page: number },
): PageStructure {
  const top: number[] = [];
  const tables: Table[] = [];
  let table: Table | null = null;
  const parentOf = ({ row: number }: Paragraph): { id: number; children: number[] } => {
    if (number === undefined) {
      table = null;
      return { id: document, children: top };
    }
    if (!table) {
      table = { id: file.reserve(), rows: [] };
      tables.push(table);
      top.push(table.id);
    }
    const last = table.rows.at(-1);
    const row = last?.number === number ? last : { number, id: file.reserve(), cells: [] };
    if (row !== last) table.rows.push(row);
    return { id: row.id, children: row.cells };
  };
  const marked = paragraphs.map((paragraph, mark) => {
    const { id: parent, children } = parentOf(paragraph);
    const scope = paragraph.role === 'TH' ? '/A << /O /Table /Scope /Column >> ' : '';
    const element = file.add(
      `/Type /StructElem /S /${paragraph.role} /P ${parent} 0 R /Pg ${page} 0 R /K ${mark} ${scope}` +
        `/ActualText ${textString(textOf(paragraph))}`,
    );
    children.push(element);
    return element;
  });
  for (const { id, rows } of tables) {
    for (const row of rows) file.add(`/Type /StructElem /S /TR /P ${id} 0 R /K ${list(row.cells)}`, row.id);
    file.add(`/Type /StructElem /S /Table /P ${document} 0 R /K ${list(rows.map((row) => row.id))}`, id);
  }
  return { marked, top };
}

export const list = (numbers: readonly number[]): string =>
  `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;

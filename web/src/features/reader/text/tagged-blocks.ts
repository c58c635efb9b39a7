import type { PageTag, PageWord } from '@vesalius/contract/reader-text';
import { type TableColumns, tableColumns } from './table-columns.ts';

/** A text and its words on the page, as pairs of the first one and the one after the last. */
export interface BlockText {
  readonly text: string;
  readonly pairs: readonly number[];
}

export type ReadingBlock =
  /** 0 = a paragraph, 1 to 6 = a heading. */
  | ({ readonly kind: 'text'; readonly level: number } & BlockText)
  | { readonly kind: 'list'; readonly items: readonly BlockText[] }
  | { readonly kind: 'figure'; readonly text: string }
  | TableBlock;

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly TableCell[])[];
  /** The direction of its columns on the page; null if it is unknown which cell is in which column. */
  readonly direction: TableColumns['direction'] | null;
}
export interface TableCell extends BlockText {
  readonly isHeader: boolean;
  /** The number of its columns, if it has several. */
  readonly span?: number;
}

/** A bullet before a list item, which the list element already announces. */
export const BULLET = /^[•◦▪‣·∙●○■□–-]\s+/;

/** The structure of a tagged PDF page: headings, paragraphs, lists, tables, and figure descriptions. */
export function taggedBlocks(tags: readonly PageTag[], words: readonly PageWord[]): ReadingBlock[] {
  const blocks = everyTaggedBlock(tags, words);
  // A figure whose description equals its caption would be read twice.
  return blocks.filter(
    (block, index) =>
      block.kind !== 'figure' ||
      ![blocks[index - 1], blocks[index + 1]].some(
        (other) => other?.kind === 'text' && sameWords(other.text, block.text),
      ),
  );
}

/** The same with every figure, also one whose caption says what its description says. */
export function everyTaggedBlock(tags: readonly PageTag[], words: readonly PageWord[]): ReadingBlock[] {
  const blocks: ReadingBlock[] = [];
  let table: TableCell[][] | null = null;
  let items: BlockText[] | null = null;
  for (const [role, pairs, alt = ''] of tags) {
    const text = textOf(pairs, words);
    if (role !== 'LI') items = null;
    if (role === 'Table') {
      table = [];
      blocks.push({ kind: 'table', rows: table, direction: null });
    } else if (role === 'TableEnd') table = null;
    else if (role === 'TR') table?.push([]);
    else if (role === 'TH' || role === 'TD') {
      const cell = { isHeader: role === 'TH', text: [text, alt].filter(Boolean).join(' '), pairs };
      const row = table?.at(-1);
      if (row) row.push(cell);
      else if (cell.text) blocks.push({ kind: 'text', level: 0, text: cell.text, pairs });
    } else if (role === 'Figure') blocks.push({ kind: 'figure', text: alt });
    else if (role === 'LI') {
      if (!items) {
        items = [];
        blocks.push({ kind: 'list', items });
      }
      items.push({ text: text.replace(BULLET, ''), pairs });
    } else if (text) blocks.push({ kind: 'text', level: role === 'P' ? 0 : Number(role[1]), text, pairs });
  }
  // A table that continues from the previous page may have rows without words here.
  return blocks
    .filter((block) => block.kind !== 'table' || block.rows.some((row) => row.length > 0))
    .map((block) => (block.kind === 'table' ? { ...block, ...tableColumns(block.rows, words) } : block));
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
const sameWords = (a: string, b: string): boolean => lettersOf(b) !== '' && lettersOf(a) === lettersOf(b);

export function textOf(pairs: readonly number[], words: readonly PageWord[]): string {
  let text = '';
  for (let at = 0; at + 1 < pairs.length; at += 2)
    for (const [, , , , word, joint] of words.slice(pairs[at], pairs[at + 1]))
      text += joint === 2 ? word : `${word} `;
  return text.trim();
}

import type { Annotation } from '@vesalius/contract/reader';
import { asCsv } from '../../../lib/csv.ts';

export interface ExportedBook {
  readonly title: string;
  readonly author: string;
  readonly labelOf: (page: number) => string;
}

/** The reader's notes as Markdown: a heading per page, the passage as a quotation, the note below it. */
export function notesAsMarkdown(book: ExportedBook, annotations: readonly Annotation[]): string {
  const parts = [`# ${book.title}`, book.author];
  let page = 0;
  for (const { note } of annotations) {
    if (note.pageNumber !== page) {
      page = note.pageNumber;
      parts.push(`## p. ${book.labelOf(page)}`);
    }
    if (note.quote)
      parts.push(
        note.quote
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n'),
      );
    if (note.text) parts.push(note.text);
  }
  return `${parts.join('\n\n')}\n`;
}

export const notesAsCsv = (book: ExportedBook, annotations: readonly Annotation[]): string =>
  asCsv([
    ['page', 'quote', 'note', 'color', 'created_at'],
    ...annotations.map(({ note, color, created_at }) => [
      book.labelOf(note.pageNumber),
      note.quote,
      note.text,
      color,
      created_at,
    ]),
  ]);

/** Converts `The Heart: notes.csv` into a name that every system accepts. */
export const fileName = (title: string, ending: string): string =>
  `${title
    .replace(/[^\p{L}\p{N} -]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 80)}${ending}`;

import type { Annotation } from '@vesalius/contract/reader';
import { asCsv } from '../../../lib/csv.ts';

/** A note or highlight with what a file says of its place. */
export interface ExportedNote {
  readonly book: { readonly id: string; readonly title: string; readonly author: string };
  readonly chapter?: string | undefined;
  readonly pageNumber: number;
  /** The printed page number. */
  readonly page: string;
  readonly quote: string;
  readonly text: string;
  readonly color: string;
  readonly createdAt: string;
}

/** The annotations of one book. */
export const exportedNotes = (
  book: ExportedNote['book'],
  annotations: readonly Annotation[],
  labelOf: (page: number) => string,
): ExportedNote[] =>
  annotations.map(({ note, color, created_at }) => ({
    book,
    pageNumber: note.pageNumber,
    page: labelOf(note.pageNumber),
    quote: note.quote,
    text: note.text,
    color,
    createdAt: created_at,
  }));

/** Books in the order of the list, and in each the order of its pages. */
export function byBook<Note extends { readonly book: { readonly id: string } }>(
  notes: readonly Note[],
  pageOf: (note: Note) => number,
): [Note, ...Note[]][] {
  const books = new Map<string, [Note, ...Note[]]>();
  for (const note of notes) {
    const ofBook = books.get(note.book.id);
    if (ofBook) ofBook.push(note);
    else books.set(note.book.id, [note]);
  }
  return [...books.values()].map((ofBook) => ofBook.sort((a, b) => pageOf(a) - pageOf(b)));
}

/** The reader's notes as Markdown: a heading per book and page, the passage as a quotation, the note below it. */
export function notesAsMarkdown(notes: readonly ExportedNote[]): string {
  const parts: string[] = [];
  for (const ofBook of byBook(notes, ({ pageNumber }) => pageNumber))
    for (const [index, { book, chapter, pageNumber, page, quote, text }] of ofBook.entries()) {
      if (index === 0) parts.push(`# ${book.title}`, book.author);
      if (pageNumber !== ofBook[index - 1]?.pageNumber)
        parts.push(`## p. ${page}${chapter ? ` · ${chapter}` : ''}`);
      if (!quote && !text) parts.push('Bookmark');
      if (quote) parts.push(quote.replace(/^/gm, '> '));
      if (text) parts.push(text);
    }
  return `${parts.join('\n\n')}\n`;
}

const NOTE_COLUMNS = ['page', 'quote', 'note', 'color', 'created_at'];
const noteCells = ({ page, quote, text, color, createdAt }: ExportedNote) => [
  page,
  quote,
  text,
  // A bookmark has none.
  quote || text ? color : '',
  createdAt,
];

/** Of one book. */
export const notesAsCsv = (notes: readonly ExportedNote[]): string =>
  asCsv([NOTE_COLUMNS, ...notes.map(noteCells)]);

/** Of several books: the same with the book and chapter of each note. */
export const notebookAsCsv = (notes: readonly ExportedNote[]): string =>
  asCsv([
    ['book', 'author', 'chapter', ...NOTE_COLUMNS],
    ...notes.map((note) => [note.book.title, note.book.author, note.chapter ?? '', ...noteCells(note)]),
  ]);

/** Converts `The Heart: notes.csv` into a name that every system accepts. */
export const fileName = (title: string, ending: string): string =>
  `${title
    .replace(/[^\p{L}\p{N} -]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 80)}${ending}`;

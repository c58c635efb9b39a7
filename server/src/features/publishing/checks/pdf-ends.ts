import { open } from 'node:fs/promises';

const LARGEST_PDF_BYTES = 1_000_000_000;
const START_BYTES = 1024;
/** Some writers add white space after the end. */
const END_BYTES = 4096;

/**
 * What the file's two ends tell. PDFium repairs a file whose end is missing and shows the pages that are left:
 * a book must be whole, so that is looked at first.
 */
export async function pdfEndsMistake(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) return 'is empty';
    if (size > LARGEST_PDF_BYTES) return 'is larger than 1 GB; make its pictures smaller';
    const start = Buffer.alloc(Math.min(size, START_BYTES));
    await file.read(start, 0, start.length, 0);
    if (!start.includes('%PDF-')) return 'is not a PDF; export the book as PDF';
    const end = Buffer.alloc(Math.min(size, END_BYTES));
    await file.read(end, 0, end.length, size - end.length);
    const match = /startxref\s+(\d+)\s+%%EOF/.exec(end.toString('latin1'));
    if (!match) return 'is cut off: its end is missing; copy or export it again';
    if (Number(match[1]) >= size) return 'is cut off: parts of it are missing; copy or export it again';
    return null;
  } finally {
    await file.close();
  }
}

import { type FileHandle, open } from 'node:fs/promises';

const LARGEST_PDF_BYTES = 1_000_000_000;
const START_BYTES = 1024;
const END_BYTES = 4096;
const PADDING_STEP_BYTES = 65_536;
const PADDING = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20]);

/**
 * Checks the beginning and the end of the file. PDFium repairs a truncated file and shows the remaining pages, but a
 * book must be complete, so this check runs first.
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
    const contentSize = await sizeWithoutPadding(file, size);
    const end = Buffer.alloc(Math.min(contentSize, END_BYTES));
    await file.read(end, 0, end.length, contentSize - end.length);
    const [last] = [
      ...end.toString('latin1').matchAll(/startxref\s+(\d+)\s+%%EOF(.*?)(?=startxref|$)/gs),
    ].slice(-1);
    if (!last) return 'is cut off: its end is missing; copy or export it again';
    if (Number(last[1]) >= size) return 'is cut off: parts of it are missing; copy or export it again';
    // An incremental update appends complete objects with their own end marker.
    if (/(?:^|\s)\d+ \d+ obj\b/.test(last[2] ?? ''))
      return 'is cut off: the end of its last update is missing; copy or export it again';
    return null;
  } finally {
    await file.close();
  }
}

/** Some programs and storage systems append white space or null bytes. */
async function sizeWithoutPadding(file: FileHandle, size: number): Promise<number> {
  const step = Buffer.alloc(PADDING_STEP_BYTES);
  for (let end = size; end > 0; ) {
    const length = Math.min(end, step.length);
    await file.read(step, 0, length, end - length);
    const last = step.subarray(0, length).findLastIndex((byte) => !PADDING.has(byte));
    if (last >= 0) return end - length + last + 1;
    end -= length;
  }
  return 0;
}

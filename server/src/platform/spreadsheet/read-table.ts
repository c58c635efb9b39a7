import { WorkQueue } from '../work-queue.ts';
import type { TextEncoding } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { refuseFile } from './unreadable-file.ts';

export interface TableRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly row: number;
  /** Trimmed. */
  readonly cells: readonly string[];
}
export interface Table {
  /** What it was read as. */
  readonly source: TextEncoding | 'Excel';
  readonly rows: readonly TableRow[];
}

export interface TableOptions {
  readonly maxRows: number;
  /** What is longer is cut: a text that many cells share must not grow with their number. */
  readonly maxCellLength: number;
  /** Of several sheets the first is read that this says of its rows. */
  readonly isWanted: (rows: readonly TableRow[]) => boolean;
}

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The container of old Excel files and of those with a password. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** One at a time in a process: what a file unpacks to lies in memory meanwhile. */
const reading = new WorkQueue({ concurrency: 1, maxWaiting: 20, retryAfterSeconds: 5 });

/**
 * The rows of a CSV or Excel file that are not empty. The content decides what it is: a name says what
 * somebody typed. `sender` is who waits for it: senders take turns, so that many files of one delay nobody else for long.
 * Throws `UnreadableFile`.
 */
export function readTable(
  bytes: Uint8Array,
  { sender, ...options }: TableOptions & { sender: string },
): Promise<Table> {
  return reading.run(async () => {
    if (beginsWith(bytes, COMPOUND_FILE))
      refuseFile(
        'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
      );
    const read = beginsWith(bytes, ZIP) ? readXlsx : readCsv;
    const { source, rows } = await read(bytes, options);
    return { source, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) };
  }, sender);
}

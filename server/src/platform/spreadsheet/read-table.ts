import { FILE_MESSAGES } from '@vesalius/contract/people-import-messages';
import { WorkQueue } from '../work-queue.ts';
import type { TextEncoding } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { refuseFile } from './unreadable-file.ts';

export interface TableRow {
  /** The number of the row in the spreadsheet, from 1. */
  readonly row: number;
  /** Trimmed. */
  readonly cells: readonly string[];
}
export interface Table {
  /** The encoding or format it was read as. */
  readonly source: TextEncoding | 'Excel';
  readonly rows: readonly TableRow[];
}

export interface TableOptions {
  readonly maxRows: number;
  /** Longer cells are truncated, so that a long text that many cells share does not multiply. */
  readonly maxCellLength: number;
  /** Of several sheets, the first one for whose rows this returns true is read. */
  readonly isWanted: (rows: readonly TableRow[]) => boolean;
}

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The container of old Excel files and of password-protected ones. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** One at a time per process, because the unpacked file is held in memory. */
const reading = new WorkQueue({ concurrency: 1, maxWaiting: 20, retryAfterSeconds: 5 });

/**
 * The non-empty rows of a CSV or Excel file. The content decides the format, because the name may be wrong. Senders take
 * turns, so that many files of one do not delay others for long. Throws `UnreadableFile`.
 */
export function readTable(
  bytes: Uint8Array,
  { sender, ...options }: TableOptions & { sender: string },
): Promise<Table> {
  return reading.run(async () => {
    if (beginsWith(bytes, COMPOUND_FILE)) refuseFile(FILE_MESSAGES.oldExcel);
    const read = beginsWith(bytes, ZIP) ? readXlsx : readCsv;
    const { source, rows } = await read(bytes, options);
    return { source, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')) };
  }, sender);
}

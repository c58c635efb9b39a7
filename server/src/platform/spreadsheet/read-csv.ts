import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { fieldText } from '@vesalius/contract/field-text';
import { parse } from 'csv-parse';
import { decodeText } from './decode-text.ts';
import type { Table, TableOptions } from './read-table.ts';
import { MAX_COLUMNS, SLICE_LENGTH } from './table-limits.ts';
import { refuseFile } from './unreadable-file.ts';

/** Limits a record to the length of this many cells of maximum length, so that an unclosed quote cannot fill the memory. */
const LONG_CELLS_IN_RECORD = 10;

/** The separator is the most frequent candidate in the first line, unless a line `sep=` names it, as some programs write. */
export async function readCsv(bytes: Uint8Array, { maxRows, maxCellLength }: TableOptions): Promise<Table> {
  const maxRecordLength = maxCellLength * LONG_CELLS_IN_RECORD;
  const { text, encoding } = decodeText(bytes);
  const separatorLine = /^sep=(.)(?:\r?\n|\r)/.exec(text);
  const body = separatorLine ? text.slice(separatorLine[0].length) : text;
  const [firstLine = ''] = body.slice(0, maxRecordLength).split(/\r?\n|\r/, 1);
  const delimiter =
    separatorLine?.[1] ??
    [',', ';', '\t'].reduce((best, each) =>
      firstLine.split(each).length > firstLine.split(best).length ? each : best,
    );
  const rowsBefore = separatorLine ? 1 : 0;
  const parser = parse({
    delimiter,
    trim: true,
    relax_column_count: true,
    max_record_size: maxRecordLength,
    to: maxRows,
    on_record: (cells: string[]) => cells.slice(0, MAX_COLUMNS),
  });
  try {
    const records: string[][] = await Readable.from(slicesOf(body)).pipe(parser).toArray();
    return {
      source: encoding,
      rows: records.map((cells, index) => ({ row: index + 1 + rowsBefore, cells })),
    };
  } catch (cause) {
    return refuseFile(fieldText('unreadableFile', { reason: (cause as Error).message }), cause);
  }
}

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    yield text.slice(at, at + SLICE_LENGTH);
    await turn();
  }
}

import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { DEFUSED } from './csv-options.ts';
import type { Db, Tx } from './database/database.ts';
import { inTransaction } from './database/transaction.ts';

/** Rows per query: a file of any length is never in memory as a whole. */
const ROWS_PER_BATCH = 500;
/** A batch may take long on a busy machine; a truncated file helps nobody. */
const BATCH_TIMEOUT_MS = 30_000;

type Cell = string | number | null | undefined;

/**
 * Streams a list as CSV, batch by batch. `listAfter` returns the rows after the given one, or the first ones. Cells that a
 * spreadsheet would run as formulas are escaped; the byte order mark lets it read Arabic.
 */
export function csvFile<Row>(
  db: Db,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  listAfter: (tx: Tx, after: Row | null, limit: number) => Promise<readonly Row[]>,
): Readable {
  const cells = Object.values(columns);
  async function* parts() {
    for (let after: Row | null = null, isFirst = true; ; isFirst = false) {
      const cursor: Row | null = after;
      const rows: readonly Row[] = await inTransaction(db, (tx) => listAfter(tx, cursor, ROWS_PER_BATCH), {
        statementTimeoutMs: BATCH_TIMEOUT_MS,
      });
      const lines = rows.map((row) => cells.map((cell) => cell(row)));
      yield stringify(isFirst ? [Object.keys(columns), ...lines] : lines, {
        bom: isFirst,
        ...DEFUSED,
      });
      after = rows.at(-1) ?? null;
      if (rows.length < ROWS_PER_BATCH) return;
    }
  }
  return Readable.from(parts());
}

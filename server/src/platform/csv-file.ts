import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Db, Tx } from './database/database.ts';
import { inTransaction } from './database/transaction.ts';

/** Rows a round: a file of any length is never in memory as a whole. */
const ROWS_A_ROUND = 500;
/** A round may take long on a busy machine; a file that ends in the middle helps nobody. */
const ROUND_TIMEOUT_MS = 30_000;

type Cell = string | number | null | undefined;

/**
 * A list as a file, round by round; `listAfter` gives the rows behind one, or the first ones. Cells that a spreadsheet
 * would run are defused; the mark in front lets it read Arabic.
 */
export function csvFile<Row>(
  db: Db,
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  listAfter: (tx: Tx, after: Row | null, limit: number) => Promise<readonly Row[]>,
): Readable {
  const cells = Object.values(columns);
  async function* parts() {
    for (let after: Row | null = null, isFirst = true; ; isFirst = false) {
      const place: Row | null = after;
      const rows: readonly Row[] = await inTransaction(db, (tx) => listAfter(tx, place, ROWS_A_ROUND), {
        statementTimeoutMs: ROUND_TIMEOUT_MS,
      });
      const lines = rows.map((row) => cells.map((cell) => cell(row)));
      yield stringify(isFirst ? [Object.keys(columns), ...lines] : lines, {
        bom: isFirst,
        escape_formulas: true,
      });
      after = rows.at(-1) ?? null;
      if (rows.length < ROWS_A_ROUND) return;
    }
  }
  return Readable.from(parts());
}

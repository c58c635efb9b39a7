import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { type IssuedFilter, type IssuedPlace, type IssuedRow, listIssuedAfter } from './issued-queries.ts';

const COLUMNS = [
  'number',
  'state',
  'name',
  'email',
  'profession',
  'book',
  'edition',
  'activity',
  'provider',
  'kind',
  'hours_of_participation',
  'credits_maximum',
  'credits_claimed',
  'final_test_percent',
  'completed_on',
  'issued_at',
  'revoked_at',
  'revoked_reason',
];
/** Rows a round: a file of any length is never in memory as a whole. */
const ROWS_A_ROUND = 500;
/** A round may take long on a busy machine; a file that ends in the middle helps nobody. */
const ROUND_TIMEOUT_MS = 30_000;

const line = (row: IssuedRow) => [
  row.uniqueId,
  row.revokedAt ? 'revoked' : 'valid',
  row.userName,
  row.email,
  row.profession,
  row.bookTitle,
  row.bookVersion,
  row.title,
  row.provider,
  row.kind,
  row.hoursOfParticipation,
  row.creditsMaximum,
  row.creditsClaimed,
  row.finalTotal > 0 ? Math.round((row.finalScore * 100) / row.finalTotal) : null,
  row.completedOn,
  row.issuedAt.toISOString(),
  row.revokedAt?.toISOString(),
  row.revokedReason,
];

/** Cells that a spreadsheet would run are defused; the mark in front lets it read Arabic. */
export function issuedCsv(db: Db, filter: IssuedFilter): Readable {
  async function* parts() {
    for (let after: IssuedPlace | null = null, first = true; ; first = false) {
      const place: IssuedPlace | null = after;
      const rows: IssuedRow[] = await inTransaction(
        db,
        (tx) => listIssuedAfter(tx, filter, place, ROWS_A_ROUND),
        { statementTimeoutMs: ROUND_TIMEOUT_MS },
      );
      const lines = rows.map(line);
      yield stringify(first ? [COLUMNS, ...lines] : lines, { bom: first, escape_formulas: true });
      after = rows.at(-1) ?? null;
      if (rows.length < ROWS_A_ROUND) return;
    }
  }
  return Readable.from(parts());
}

import type { Readable } from 'node:stream';
import { csvFile } from '../../../platform/csv-file.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type IssuedFilter, type IssuedRow, listIssuedAfter } from './issued-queries.ts';

const COLUMNS = {
  number: (row: IssuedRow) => row.uniqueId,
  state: (row: IssuedRow) => (row.revokedAt ? 'revoked' : 'valid'),
  name: (row: IssuedRow) => row.userName,
  email: (row: IssuedRow) => row.email,
  profession: (row: IssuedRow) => row.profession,
  book: (row: IssuedRow) => row.bookTitle,
  edition: (row: IssuedRow) => row.bookVersion,
  activity: (row: IssuedRow) => row.title,
  provider: (row: IssuedRow) => row.provider,
  kind: (row: IssuedRow) => row.kind,
  hours_of_participation: (row: IssuedRow) => row.hoursOfParticipation,
  credits_maximum: (row: IssuedRow) => row.creditsMaximum,
  credits_claimed: (row: IssuedRow) => row.creditsClaimed,
  final_test_percent: (row: IssuedRow) =>
    row.finalTotal > 0 ? Math.round((row.finalScore * 100) / row.finalTotal) : null,
  completed_on: (row: IssuedRow) => row.completedOn,
  issued_at: (row: IssuedRow) => row.issuedAt.toISOString(),
  revoked_at: (row: IssuedRow) => row.revokedAt?.toISOString(),
  revoked_reason: (row: IssuedRow) => row.revokedReason,
};

export const issuedCsv = (db: Db, filter: IssuedFilter): Readable =>
  csvFile(db, COLUMNS, (tx, after: IssuedRow | null, limit) => listIssuedAfter(tx, filter, after, limit));

import type { Transcript } from '@vesalius/contract/certificates';
import { stringify } from 'csv-stringify/sync';
import { DEFUSED } from '../../platform/csv-options.ts';
import type { Db } from '../../platform/database/database.ts';
import { getName, listCertificates } from './queries.ts';

/** More certificates than anyone earns; a transcript has one or two pages. */
const MAX_ENTRIES = 5000;

export async function readTranscript(db: Db, userId: string, now: Date): Promise<Transcript> {
  const [name, { rows }] = await Promise.all([
    getName(db, userId),
    listCertificates(db, userId, { limit: MAX_ENTRIES, offset: 0 }),
  ]);
  // The hours of a book count once, whichever of its two certificates they are on.
  const hoursOfBooks = new Map(rows.map((row) => [row.bookId, row.hoursOfParticipation]));
  return {
    user_name: name,
    issued_at: now.toISOString(),
    entries: rows.map((row) => ({
      certificate_unique_id: row.uniqueId,
      certificate_type: row.kind,
      certificate_title: row.title,
      book_title: row.bookTitle,
      book_version: row.bookVersion,
      provider: row.provider,
      submission_date: row.completedOn,
      hours_of_participation: row.hoursOfParticipation,
      credits_maximum: row.creditsMaximum,
      credits_claimed: row.creditsClaimed,
    })),
    total_hours: [...hoursOfBooks.values()].reduce((sum, hours) => sum + hours, 0),
    total_credits_claimed: rows.reduce((sum, { creditsClaimed }) => sum + (creditsClaimed ?? 0), 0),
  };
}

const COLUMNS = [
  'submission_date',
  'book_title',
  'book_version',
  'certificate_title',
  'certificate_type',
  'provider',
  'hours_of_participation',
  'credits_maximum',
  'credits_claimed',
  'certificate_unique_id',
] as const;

/** With a byte order mark, without which spreadsheets misread Arabic; formulas are escaped. */
export const transcriptCsv = ({ entries }: Transcript): string =>
  stringify([...entries].reverse(), {
    header: true,
    columns: [...COLUMNS],
    bom: true,
    ...DEFUSED,
  });
